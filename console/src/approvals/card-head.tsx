import { ShieldAlert } from 'lucide-react';
import type { HeldWrite } from '../conversation/event-data.ts';
import { classes } from '../ui/classes.ts';
import { RiskBadge } from '../ui/state-badge.tsx';
import { type ApprovalOutcome, Ended } from './approval-outcome.tsx';

/** Whether it waits, and how risky it is or how it ended. */
export function CardHead({ outcome, risk }: { outcome: ApprovalOutcome; risk: HeldWrite['risk'] }) {
  const waiting = outcome === 'waiting';
  return (
    <div
      className={classes('flex items-center gap-2 border-b px-5 py-2.5 text-note', waiting && 'bg-warn-soft')}
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
