import { outcomeUnknown } from '#contract/in-doubt.ts';
import type { DecidedCall } from '../../../api/schema.ts';

type Decided = Pick<DecidedCall, 'decision' | 'status' | 'error' | 'detail'>;

/** The outcome of a decision in a word or two. */
export function outcomeOf({ decision, status, error, detail }: Decided): {
  text: string;
  tone: 'neutral' | 'accent' | 'good' | 'bad';
} {
  if (decision === 'reject') {
    return { text: detail?.['revised'] === true ? 'Corrected' : 'Rejected', tone: 'neutral' };
  }
  if (status === 'pending') return { text: 'Being carried out', tone: 'accent' };
  if (status === 'ok') return { text: 'Sent', tone: 'good' };
  const inDoubt = error?.code === outcomeUnknown;
  return inDoubt ? { text: 'Outcome unknown', tone: 'bad' } : { text: 'Failed', tone: 'bad' };
}
