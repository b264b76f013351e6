import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/**
 * Cancels a run, and shows that at once: the run may end only after a call in flight. Mount a new instance for another
 * run.
 */
export function CancelButton({
  losing,
  onCancel,
}: {
  /** The held call that would not be carried out: asked about first. */
  losing: string | undefined;
  /** Resolves to whether it was accepted. */
  onCancel: () => Promise<boolean>;
}) {
  const [asking, setAsking] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const cancel = async (): Promise<void> => {
    setCancelling(true);
    if (!(await onCancel())) setCancelling(false);
  };
  return (
    <>
      <Button
        needs={['maker', 'approver']}
        size="small"
        busy={cancelling}
        disabled={cancelling}
        onClick={() => (losing === undefined ? void cancel() : setAsking(true))}
      >
        {!cancelling && <CircleStop aria-hidden />}
        <span className="max-sm:sr-only">{cancelling ? 'Cancelling…' : 'Cancel'}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this run?"
        description={`The held call is not carried out: ${visibleLine(losing ?? '')}`}
        action="Cancel the run"
        dismiss="Keep it"
        danger
        onConfirm={async () => {
          void cancel();
        }}
      />
    </>
  );
}
