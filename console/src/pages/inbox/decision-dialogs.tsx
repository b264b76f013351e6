import { useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import type { Approval } from '../../api/schema.ts';
import { HeldArguments } from '../../approvals/held-arguments.tsx';
import { RejectForm } from '../../approvals/reject-form.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { titleOf } from './title-of.ts';

/** Asks once more before an approval by keyboard, and shows what it is. */
export function ApproveDialog({
  item,
  onApprove,
  onClose,
}: {
  item: Approval;
  onApprove: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Approve: ${titleOf(item)}`}
      description={visibleLine(`${item.agent.name} does this at once, for ${item.subject_ref}.`)}
      action="Approve"
      onConfirm={onApprove}
    >
      <DescriptionList
        className="mt-4"
        rows={(item.summary?.fields ?? []).map(({ label, value }) => [
          visibleLine(label),
          visibleLine(value),
        ])}
      />
      {item.connection !== undefined && (
        <p className="mt-3 text-[13px] text-muted">on {item.connection.name}</p>
      )}
      {item.args !== undefined && <HeldArguments patchRef={item.patch_ref} args={item.args} />}
    </ConfirmDialog>
  );
}

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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const reject = async (reason: string | undefined): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await onReject(reason);
      onClose();
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Reject: ${titleOf(item)}`}>
      <RejectForm busy={busy} onCancel={onClose} onReject={(reason) => void reject(reason)} />
      {error !== undefined && <ErrorNotice error={error} className="mt-4" />}
    </Dialog>
  );
}
