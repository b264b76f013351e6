import { Check, CircleQuestionMark, ShieldAlert, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { RiskBadge } from '../ui/state-badge.tsx';
import { Time } from '../time/time.tsx';
import { useNow } from '../time/use-now.ts';
import { ApprovalStages } from './approval-stages.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecidedAlready, type Decision, type Revision } from './decide.ts';
import { describeAccount, describeReturn } from '#contract/account-in-words.ts';
import { HeldAmounts } from './held-amounts.tsx';
import { HeldArguments } from './held-arguments.tsx';
import { useShownCall } from './use-shown-call.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

// Loaded when somebody first corrects a call.
const ReviseDialog = lazy(() => import('./revise-dialog.tsx'));

/** What became of a held write. */
export type ApprovalOutcome =
  'waiting' | 'approved' | 'done' | 'failed' | 'unknown' | 'ended' | 'declined' | 'corrected' | 'gone';

/** What can be done about a held write. Each is given what the card has shown, which need not be what is held by now. */
export interface Deciding {
  decide: (decision: Decision, shown: HeldWrite) => Promise<void>;
  revise: (revision: Revision, shown: HeldWrite) => Promise<void>;
  withdraw: (shown: HeldWrite) => Promise<void>;
}

const outcomes = {
  approved: { text: 'Approved', tone: 'text-good', icon: Check },
  done: { text: 'Approved and done', tone: 'text-good', icon: Check },
  failed: { text: 'Approved, but failed', tone: 'text-bad', icon: X },
  unknown: { text: 'Sent: nobody knows the outcome', tone: 'text-bad', icon: CircleQuestionMark },
  ended: { text: 'Not carried out', tone: 'text-bad', icon: X },
  declined: { text: 'Rejected', tone: 'text-muted', icon: X },
  corrected: { text: 'Corrected: another call took its place', tone: 'text-muted', icon: X },
  gone: { text: 'No longer waiting', tone: 'text-muted', icon: X },
} as const;

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
      <div
        className={classes(
          'flex items-center gap-2 border-b px-5 py-2.5 text-[13px]',
          waiting && 'bg-warn-soft',
        )}
      >
        <ShieldAlert
          className={classes('size-4 shrink-0', waiting ? 'text-warn' : 'text-muted')}
          aria-hidden
        />
        <span className={classes('font-medium', waiting ? 'text-warn' : 'text-muted')}>
          {waiting ? 'Waiting for approval' : 'Approval'}
        </span>
        <span className="ml-auto flex items-center gap-2">
          {waiting ? <RiskBadge risk={shown.risk} /> : <Ended outcome={outcome} />}
        </span>
      </div>
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
        {changed && waiting && (
          <div role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
            <p>This call has changed since it was shown. Nobody decides on what they have not seen.</p>
            <Button size="small" className="mt-2" onClick={showWhatItIsNow}>
              Show what it is now
            </Button>
          </div>
        )}
        {children}
        {error !== undefined &&
          (error instanceof DecidedAlready ? (
            <p role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
              {error.message}
            </p>
          ) : (
            <ErrorNotice error={error} mayHaveHappened className="mt-4" />
          ))}
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

/** What a held write would do: its summary, where it goes, since when and until when it is held, and all its arguments. */
function CallFacts({ held, waiting }: { held: HeldWrite; waiting: boolean }) {
  const { summary, amounts, accounts, notes, repeats, returned, revised_from } = held;
  return (
    <>
      {summary.fields !== undefined && summary.fields.length > 0 && (
        <dl className="mt-3 divide-y divide-line text-sm">
          {summary.fields.map(({ label, value }, index) => (
            <div key={index} className="flex gap-4 py-1.5">
              <dt className="w-28 shrink-0 break-words text-muted">{visibleLine(label)}</dt>
              <dd className="min-w-0 flex-1 font-medium break-words">
                <bdi>{visibleLine(value)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {amounts !== undefined && <HeldAmounts amounts={amounts} />}
      {accounts?.map((account, index) => (
        <p key={index} className="mt-3 text-sm break-words">
          <bdi>{describeAccount(account)}</bdi>
        </p>
      ))}
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted">
        <code className="font-mono text-xs">{held.patch_ref}</code>
        {held.connection !== undefined && <span>on {visibleLine(held.connection.name)}</span>}
        {held.created_at !== undefined && (
          <span>
            held <Time at={held.created_at} as="age" />
          </span>
        )}
        {waiting && held.expires_at !== undefined && <Expiry at={held.expires_at} />}
      </p>
      {waiting && held.args !== undefined && <HeldArguments patchRef={held.patch_ref} args={held.args} />}
      {revised_from !== undefined && (
        <p className="mt-3 text-sm text-warn">
          An approver has corrected the arguments. Approvals of the first call do not count.
        </p>
      )}
      {repeats !== undefined && (
        <p className="mt-3 text-sm text-warn">
          A call with the same effect was made <Time at={repeats.at} as="age" />
          {repeats.status === 'ok' ? '' : ', and what came of it is not known'}. If this one is approved, it
          is made all the same.
        </p>
      )}
      {returned !== undefined && (
        <p className="mt-3 text-sm break-words text-warn">{describeReturn(returned)}</p>
      )}
      {notes?.map((note, index) => (
        <p key={index} className="mt-3 text-sm text-warn">
          {visibleLine(note)}
        </p>
      ))}
    </>
  );
}

function Ended({ outcome }: { outcome: ApprovalOutcome }) {
  if (outcome === 'waiting') return null;
  const { text, tone, icon: Icon } = outcomes[outcome];
  return (
    <span className={classes('inline-flex items-center gap-1.5 text-[13px] font-medium', tone)}>
      <Icon className="size-4" aria-hidden />
      {text}
    </span>
  );
}

/** Until when something waits, or since when it should no longer. */
function Expiry({ at }: { at: string }) {
  const past = Date.parse(at) <= useNow();
  return (
    <span>
      {past ? 'expired' : 'expires'} <Time at={at} as="age" />
    </span>
  );
}
