import { ShieldAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { RiskBadge } from '../ui/state-badge.tsx';
import { type ApprovalOutcome, Ended } from './approval-outcome.tsx';
import { ApprovalStages } from './approval-stages.tsx';
import { CallFacts } from './call-facts.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { type Decision, type Revision } from './decide.ts';
import { DecidedAlready } from './decided-already.ts';
import { useShownCall } from './use-shown-call.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

// Loaded when somebody first corrects a call.
const ReviseDialog = lazy(() => import('./revise/revise-dialog.tsx'));

/** What can be done about a held write. Each is given what the card has shown, which need not be what is held by now. */
export interface Deciding {
  decide: (decision: Decision, shown: HeldWrite) => Promise<void>;
  revise: (revision: Revision, shown: HeldWrite) => Promise<void>;
  withdraw: (shown: HeldWrite) => Promise<void>;
}

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
  /** What is known of its end. */
  children?: ReactNode;
}) {
  const { shown, changed, showWhatItIsNow } = useShownCall(held);
  const [asking, setAsking] = useState<'revise' | 'withdraw'>();
  const [error, setError] = useState<unknown>();
  const title = useId();
  const waiting = outcome === 'waiting';
  const open = waiting && deciding !== undefined;
  const close = (): void => setAsking(undefined);
  const decide = async (decision: Decision): Promise<boolean> => {
    setError(undefined);
    try {
      await deciding?.decide(decision, shown);
      return true;
    } catch (error) {
      setError(error);
      return false;
    }
  };
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
        {context !== undefined && <div className="mb-2 text-[13px] text-muted">{context}</div>}
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
        {error !== undefined && <DecisionError error={error} />}
        {open && (
          <DecisionButtons
            // What it has become is read before it is decided on, however the last click went.
            key={shown.digest}
            held={shown}
            settleMs={settleMs}
            blocked={changed}
            onDecide={decide}
            onRevise={() => setAsking('revise')}
          />
        )}
      </div>
      {open && asking === 'revise' && (
        <Suspense>
          <ReviseDialog
            held={shown}
            onClose={close}
            onRevise={async (revision) => await deciding.revise(revision, shown)}
          />
        </Suspense>
      )}
      {open && asking === 'withdraw' && (
        <WithdrawDialog
          held={shown}
          onClose={close}
          onWithdraw={async () => await deciding.withdraw(shown)}
        />
      )}
    </section>
  );
}

/** Whether it waits, and how risky it is or how it ended. */
function CardHead({ outcome, risk }: { outcome: ApprovalOutcome; risk: HeldWrite['risk'] }) {
  const waiting = outcome === 'waiting';
  return (
    <div
      className={classes(
        'flex items-center gap-2 border-b px-5 py-2.5 text-[13px]',
        waiting && 'bg-warn-soft',
      )}
    >
      <ShieldAlert className={classes('size-4 shrink-0', waiting ? 'text-warn' : 'text-muted')} aria-hidden />
      <span className={classes('font-medium', waiting ? 'text-warn' : 'text-muted')}>
        {waiting ? 'Waiting for approval' : 'Approval'}
      </span>
      <span className="ml-auto flex items-center gap-2">
        {waiting ? <RiskBadge risk={risk} /> : <Ended outcome={outcome} />}
      </span>
    </div>
  );
}

/** Says that the call is another one by now. */
function ChangedSince({ onShow }: { onShow: () => void }) {
  return (
    <div role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
      <p>This call has changed since it was shown. Nobody decides on what they have not seen.</p>
      <Button size="small" className="mt-2" onClick={onShow}>
        Show what it is now
      </Button>
    </div>
  );
}

/** Why a decision was not accepted. */
function DecisionError({ error }: { error: unknown }) {
  if (!(error instanceof DecidedAlready))
    return <ErrorNotice error={error} mayHaveHappened className="mt-4" />;
  return (
    <p role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
      {error.message}
    </p>
  );
}
