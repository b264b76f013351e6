import { visibleLine } from '#contract/unseen-characters.ts';
import type { Approval } from '../../../api/schema.ts';
import { CallFacts } from '../../../approvals/call-facts.tsx';
import { titleOf } from '../../../approvals/title-of.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { heldOf } from './held-of.ts';

/** Asks once more before an approval by keyboard, and shows all that the card shows. */
export function ApproveDialog({
  item,
  changed,
  onApprove,
  onClose,
}: {
  item: Approval;
  /** Whether it is no longer what is shown here. */
  changed: boolean;
  onApprove: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Approve: ${titleOf(item)}`}
      description={visibleLine(consequenceOf(item))}
      action="Approve"
      disabled={changed}
      onConfirm={onApprove}
    >
      {changed && (
        <p role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
          This call has changed since, or was settled. Close this, and see what it is now.
        </p>
      )}
      <CallFacts held={heldOf(item)} waiting />
    </ConfirmDialog>
  );
}

/** What an approval brings about. */
function consequenceOf({ agent, subject_ref, approvals }: Approval): string {
  const missing = approvals === undefined ? 1 : approvals.required - approvals.given.length;
  return missing > 1
    ? `It stays held for ${missing - 1} more ${missing === 2 ? 'approval' : 'approvals'}, for ${visibleLine(subject_ref)}.`
    : `${visibleLine(agent.name)} does this at once, for ${visibleLine(subject_ref)}.`;
}
