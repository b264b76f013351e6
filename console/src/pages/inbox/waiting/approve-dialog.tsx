import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Approval } from '../../../api/schema.ts';
import { titleOf } from '../../../approvals/title-of.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CallInDialog } from './call-in-dialog.tsx';

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
      <CallInDialog item={item} changed={changed} />
    </ConfirmDialog>
  );
}

/** The consequence of an approval in words. */
function consequenceOf({ agent, subject_ref, approvals }: Approval): string {
  const missing = approvals === undefined ? 1 : approvals.required - approvals.given.length;
  return missing > 1
    ? `It stays held for ${missing - 1} more ${missing === 2 ? 'approval' : 'approvals'}, for ${visibleLine(subject_ref)}.`
    : `${visibleLine(agent.name)} does this at once, for ${visibleLine(subject_ref)}.`;
}
