import type { ErasureEvidence } from '../evidence/evidence.ts';
import type { Check } from './check.ts';

/** The most places that a finding names. */
const mostNamed = 5;

/** An erasure that was accepted is completed, and leaves nothing of its subject. */
export const erasures: Check = {
  rule: 'erasures',
  holds:
    'An erasure that was accepted is completed, and then neither MongoDB nor the API has anything of its subject.',
  find({ erasures: all }) {
    return all.flatMap((evidence) => {
      const what = faultOf(evidence);
      return what === undefined ? [] : [{ what: `${evidence.subject}: ${what}` }];
    });
  },
};

function faultOf({ erasure, quiet_at, left, work }: ErasureEvidence): string | undefined {
  if (erasure.status !== 'completed' || erasure.completed_at === undefined) {
    return `the erasure ${erasure.id} is still ${erasure.status}: ${JSON.stringify(work)}`;
  }
  // A subject that writes after its erasure begins a new history.
  if (left.length === 0 || quiet_at >= Date.parse(erasure.completed_at)) return undefined;
  const more = left.length > mostNamed ? `, and ${left.length - mostNamed} more` : '';
  return `left by the erasure ${erasure.id}: ${left.slice(0, mostNamed).join(', ')}${more}`;
}
