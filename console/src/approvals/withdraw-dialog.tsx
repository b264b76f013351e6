import { visibleLine } from '#contract/unseen-characters.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before one's own approval is taken back. */
export function WithdrawDialog({
  held,
  onWithdraw,
  onClose,
}: {
  held: Pick<HeldWrite, 'summary'>;
  onWithdraw: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Withdraw your approval: ${visibleLine(held.summary.title)}`}
      description="The call stays held, and needs one approval more."
      action="Withdraw"
      onConfirm={onWithdraw}
    />
  );
}
