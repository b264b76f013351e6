import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CallFacts } from './call-facts.tsx';

/** Asks before one's own approval is taken back, and shows what was approved. */
export function WithdrawDialog({
  held,
  onWithdraw,
  onClose,
}: {
  held: HeldWrite;
  onWithdraw: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Withdraw your approval: ${visibleLine(held.summary.title)}`}
      description="The call stays held, and needs one more approval."
      action="Withdraw"
      onConfirm={onWithdraw}
    >
      <CallFacts held={held} waiting />
    </ConfirmDialog>
  );
}
