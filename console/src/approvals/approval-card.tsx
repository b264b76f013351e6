import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { useShownCall } from '#heddle-react/use-shown-call.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { classes } from '../ui/classes.ts';
import type { ApprovalOutcome } from './approval-outcome.tsx';
import { ApprovalStages } from './approval-stages.tsx';
import { CallFacts } from './call-facts.tsx';
import { CardDialogs } from './card-dialogs.tsx';
import { CardHead } from './card-head.tsx';
import { ChangedSince, DecisionError } from './card-notices.tsx';
import type { Decision } from './decide.ts';
import type { Deciding } from './deciding.ts';
import { DecisionButtons } from './decision-buttons.tsx';

/**
 * A write that is held until people decide: what it would do, how risky it is, until when it waits, who has approved and who
 * still may.
 */
export function ApprovalCard({
  held,
  outcome,
  deciding,
  context,
  settleMs = 0,
  children,
}: {
  held: HeldWrite;
  outcome: ApprovalOutcome;
  /** Undefined where one cannot decide. */
  deciding?: Deciding | undefined;
  /** Where it comes from. */
  context?: ReactNode;
  /** For so long one cannot decide: a card that takes the place of another must not take the click that was for that. */
  settleMs?: number;
  /** How the call ended, if known. */
  children?: ReactNode;
}) {
  const { shown, changed, showWhatItIsNow } = useShownCall(held);
  const [asking, setAsking] = useState<'revise' | 'withdraw'>();
  const title = useId();
  const waiting = outcome === 'waiting';
  const open = waiting && deciding !== undefined;
  const decide = useMutation({
    mutationFn: async (decision: Decision) => await deciding?.decide(decision, shown),
  });
  return (
    <section
      aria-labelledby={title}
      className={classes(
        'overflow-hidden rounded-card border bg-surface shadow-card',
        waiting && 'border-warn/40 shadow-float',
      )}
    >
      <CardHead outcome={outcome} risk={shown.risk} />
      <div className="px-5 py-4">
        {context !== undefined && <div className="mb-2 text-note text-muted">{context}</div>}
        <h2 id={title} className="text-lg leading-6 font-semibold tracking-tight break-words">
          {visibleLine(shown.summary.title)}
        </h2>
        <CallFacts held={shown} waiting={waiting} />
        {shown.approvals !== undefined && waiting && (
          <ApprovalStages
            approvals={shown.approvals}
            onWithdraw={open ? () => setAsking('withdraw') : undefined}
          />
        )}
        {changed && waiting && <ChangedSince onShow={showWhatItIsNow} />}
        {children}
        {decide.isError && <DecisionError error={decide.error} />}
        {open && (
          <DecisionButtons
            // A changed call is a new card: a click that was meant for the old one does not decide it.
            key={shown.digest}
            held={shown}
            settleMs={settleMs}
            blocked={changed}
            deciding={decide.isPending ? decide.variables.decision : undefined}
            onDecide={decide.mutate}
            onRevise={() => setAsking('revise')}
          />
        )}
      </div>
      {open && (
        <CardDialogs asking={asking} held={shown} deciding={deciding} onClose={() => setAsking(undefined)} />
      )}
    </section>
  );
}
