import type { Approval } from '../../../api/schema.ts';
import { useCanSign } from '../../../passkeys/own-passkeys.ts';
import { counted } from '../../../text/counted.ts';
import { useNow } from '../../../time/use-now.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { cancelId } from './approve-actions.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { leftOut } from './left-out.ts';
import { ResultsStep } from './results-step.tsx';
import { useDecideMany } from './use-decide-many.ts';
import { useRefusalOf } from './use-refusal-of.ts';

/** Asks once more before several calls are decided on, and then shows what became of each. */
export function DecideManyDialog({
  decision,
  selected,
  live,
  onClose,
}: {
  decision: 'approve' | 'reject';
  /** The calls as they were shown. */
  selected: readonly Approval[];
  /** The items that wait now. */
  live: readonly Approval[];
  /** @param decided whether the decision was sent */
  onClose: (decided: boolean) => void;
}) {
  const sign = useCanSign();
  const toApprove = useRefusalOf(selected);
  const nowMs = useNow();
  const decide = useDecideMany(sign);
  const refusalOf = decision === 'approve' ? toApprove : () => undefined;
  const now = leftOut(selected, live, nowMs, refusalOf);
  // Once it was sent, what it was about stays as it was.
  const { decided, left } = decide.isPending || decide.isSuccess ? decide.variables : now;
  const verb = decision === 'approve' ? 'Approve' : 'Reject';
  return (
    <Dialog
      open
      onOpenChange={() => !decide.isPending && onClose(decide.isSuccess)}
      title={`${verb} ${counted(decided.length, 'call')}${decide.isSuccess ? '' : '?'}`}
      className="max-w-xl"
      {...(decision === 'approve' && { initialFocus: () => document.getElementById(cancelId) })}
    >
      {decide.isSuccess ? (
        <ResultsStep
          decision={decision}
          items={decided}
          results={decide.data}
          left={left}
          live={live}
          onClose={() => onClose(true)}
        />
      ) : (
        <ConfirmStep
          decision={decision}
          decided={decided}
          left={left}
          sign={sign}
          busy={decide.isPending}
          error={decide.error}
          onCancel={() => onClose(false)}
          onConfirm={(reason) => decide.mutate({ ...now, decision, reason })}
        />
      )}
    </Dialog>
  );
}
