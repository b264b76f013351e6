import { Check, CircleQuestionMark, X } from 'lucide-react';
import { classes } from '../ui/classes.ts';

/** How a held write ended. */
export type ApprovalOutcome =
  'waiting' | 'approved' | 'done' | 'failed' | 'unknown' | 'ended' | 'declined' | 'corrected' | 'gone';

const outcomes = {
  approved: { text: 'Approved', tone: 'text-good', icon: Check },
  done: { text: 'Approved and done', tone: 'text-good', icon: Check },
  failed: { text: 'Approved, but failed', tone: 'text-bad', icon: X },
  unknown: { text: 'Sent: outcome unknown', tone: 'text-bad', icon: CircleQuestionMark },
  ended: { text: 'Not carried out', tone: 'text-bad', icon: X },
  declined: { text: 'Rejected', tone: 'text-muted', icon: X },
  corrected: { text: 'Corrected: replaced by another call', tone: 'text-muted', icon: X },
  gone: { text: 'No longer waiting', tone: 'text-muted', icon: X },
} as const;

/** How a held write ended; nothing while it waits. */
export function Ended({ outcome }: { outcome: ApprovalOutcome }) {
  if (outcome === 'waiting') return null;
  const { text, tone, icon: Icon } = outcomes[outcome];
  return (
    <span className={classes('inline-flex items-center gap-1.5 text-note font-medium', tone)}>
      <Icon className="size-4" aria-hidden />
      {text}
    </span>
  );
}
