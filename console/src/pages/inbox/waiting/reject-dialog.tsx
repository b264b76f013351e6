import { useMutation } from '@tanstack/react-query';
import type { Approval } from '../../../api/schema.ts';
import { RejectForm } from '../../../approvals/reject-form.tsx';
import { titleOf } from '../../../approvals/title-of.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';

/** Asks for the reason of a rejection. */
export function RejectDialog({
  item,
  onReject,
  onClose,
}: {
  item: Approval;
  onReject: (reason: string | undefined) => Promise<void>;
  onClose: () => void;
}) {
  const reject = useMutation({ mutationFn: onReject, onSuccess: onClose });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Reject: ${titleOf(item)}`}>
      <RejectForm busy={reject.isPending} onCancel={onClose} onReject={(reason) => reject.mutate(reason)} />
      {reject.isError && <ErrorNotice error={reject.error} mayHaveHappened className="mt-4" />}
    </Dialog>
  );
}
