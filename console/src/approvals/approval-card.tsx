import { Check, ShieldAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useRefusal } from '../ui/rights.ts';
import { RiskBadge } from '../ui/state-badge.tsx';
import { Time } from '../time/time.tsx';
import { useNow } from '../time/use-now.ts';
import { ApprovalsGiven } from './approvals-given.tsx';
import { type Decision, DecidedAlready } from './decide.ts';
import { HeldAmounts } from './held-amounts.tsx';
import { HeldArguments } from './held-arguments.tsx';
import { RejectForm } from './reject-form.tsx';

/** What became of a held write. */
export type ApprovalOutcome = 'waiting' | 'approved' | 'done' | 'failed' | 'declined' | 'gone';

const outcomes = {
  approved: { text: 'Approved', tone: 'text-good', icon: Check },
  done: { text: 'Approved and done', tone: 'text-good', icon: Check },
  failed: { text: 'Not carried out', tone: 'text-bad', icon: X },
  declined: { text: 'Rejected', tone: 'text-muted', icon: X },
  gone: { text: 'No longer waiting', tone: 'text-muted', icon: X },
} as const;

/**
 * A write that is held until a person decides: what it would do, how risky it is, until when it waits. `progress` and
 * `revise` are the places of further approvers and of a form that corrects the arguments.
 */
export function ApprovalCard({
  held,
  outcome,
  onDecide,
  context,
  settleMs = 0,
  progress,
  revise,
  children,
}: {
  held: HeldWrite;
  outcome: ApprovalOutcome;
  /** Undefined where one cannot decide. */
  onDecide?: ((decision: Decision) => Promise<void>) | undefined;
  /** Where it comes from. */
  context?: ReactNode;
  /** For so long one cannot decide: a card that takes the place of another must not take the click that was for that. */
  settleMs?: number;
  progress?: ReactNode;
  revise?: ReactNode;
  /** What is known of its end. */
  children?: ReactNode;
}) {
  const [rejecting, setRejecting] = useState(false);
  const [busy, setBusy] = useState<Decision['decision']>();
  const [error, setError] = useState<unknown>();
  const settled = useSettled(settleMs);
  const title = useId();
  const waiting = outcome === 'waiting';
  const refusal = useRefusal('approver');
  const decide = async (decision: Decision): Promise<void> => {
    setBusy(decision.decision);
    setError(undefined);
    try {
      await onDecide?.(decision);
      setRejecting(false);
    } catch (error) {
      setError(error);
    } finally {
      setBusy(undefined);
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
          {waiting ? <RiskBadge risk={held.risk} /> : <Ended outcome={outcome} />}
        </span>
      </div>
      <div className="px-5 py-4">
        {context !== undefined && <div className="mb-2 text-[13px] text-muted">{context}</div>}
        <h2 id={title} className="text-lg leading-6 font-semibold tracking-tight break-words">
          {visibleLine(held.summary.title)}
        </h2>
        {held.summary.fields !== undefined && held.summary.fields.length > 0 && (
          <dl className="mt-3 divide-y divide-line text-sm">
            {held.summary.fields.map(({ label, value }, index) => (
              <div key={index} className="flex gap-4 py-1.5">
                <dt className="w-28 shrink-0 break-words text-muted">{visibleLine(label)}</dt>
                <dd className="min-w-0 flex-1 font-medium break-words">{visibleLine(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {held.amounts !== undefined && <HeldAmounts amounts={held.amounts} />}
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted">
          <code className="font-mono text-xs">{held.patch_ref}</code>
          {held.connection !== undefined && <span>on {held.connection.name}</span>}
          {held.created_at !== undefined && (
            <span>
              held <Time at={held.created_at} as="age" />
            </span>
          )}
          {waiting && held.expires_at !== undefined && <Expiry at={held.expires_at} />}
        </p>
        {waiting && held.args !== undefined && <HeldArguments patchRef={held.patch_ref} args={held.args} />}
        {held.notes?.map((note, index) => (
          <p key={index} className="mt-3 text-sm text-warn">
            {visibleLine(note)}
          </p>
        ))}
        {held.approvals !== undefined && <ApprovalsGiven approvals={held.approvals} />}
        {progress}
        {children}
        {error !== undefined &&
          (error instanceof DecidedAlready ? (
            <p role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
              {error.message}
            </p>
          ) : (
            <ErrorNotice error={error} className="mt-4" />
          ))}
        {waiting && onDecide !== undefined && refusal !== undefined && (
          <p className="mt-4 text-[13px] text-muted">{refusal}</p>
        )}
        {waiting && onDecide !== undefined && (
          <div className="mt-4">
            {rejecting ? (
              <RejectForm
                busy={busy === 'reject'}
                onCancel={() => setRejecting(false)}
                onReject={(reason) => void decide({ decision: 'reject', reason })}
              />
            ) : (
              <div className="flex flex-wrap gap-2">
                <Button
                  needs="approver"
                  look="primary"
                  busy={busy === 'approve'}
                  disabled={busy !== undefined || !settled}
                  onClick={() => void decide({ decision: 'approve' })}
                >
                  <Check aria-hidden />
                  Approve
                </Button>
                <Button
                  needs="approver"
                  look="danger"
                  disabled={busy !== undefined || !settled}
                  onClick={() => setRejecting(true)}
                >
                  Reject…
                </Button>
                {revise}
              </div>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

function Ended({ outcome }: { outcome: Exclude<ApprovalOutcome, 'waiting'> | 'waiting' }) {
  if (outcome === 'waiting') return null;
  const { text, tone, icon: Icon } = outcomes[outcome];
  return (
    <span className={classes('inline-flex items-center gap-1.5 text-[13px] font-medium', tone)}>
      <Icon className="size-4" aria-hidden />
      {text}
    </span>
  );
}

/** Whether what was rendered first has stood still for so long. */
function useSettled(ms: number): boolean {
  const [settled, setSettled] = useState(ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return settled;
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
