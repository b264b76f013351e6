import { useMutation } from '@tanstack/react-query';
import type { Approval } from '../../../api/schema.ts';
import { RejectForm } from '../../../approvals/reject-form.tsx';
import { titleOf } from '../../../approvals/title-of.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { CallInDialog } from './call-in-dialog.tsx';

/** Asks for the reason of a rejection by keyboard, and shows all that the card shows. */
export function RejectDialog({
  item,
  changed,
  onReject,
  onClose,
}: {
  item: Approval;
  /** Whether it is no longer what is shown here. */
  changed: boolean;
  onReject: (reason: string | undefined) => Promise<void>;
  onClose: () => void;
}) {
  const reject = useMutation({ mutationFn: onReject, onSuccess: onClose });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Reject: ${titleOf(item)}`}>
      <CallInDialog item={item} changed={changed} />
      <div className="mt-4">
        <RejectForm
          busy={reject.isPending}
          disabled={changed}
          onCancel={onClose}
          onReject={(reason) => reject.mutate(reason)}
        />
      </div>
      {reject.isError && <ErrorNotice error={reject.error} mayHaveHappened className="mt-4" />}
    </Dialog>
  );
}
