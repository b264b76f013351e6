import { endingOf, openers } from '../evidence/run-events.ts';
import { hasEnded } from '../evidence/calls.ts';
import type { Check } from './check.ts';

/** A run ends as its script and the decisions on it require, and not because of faults. */
export const endings: Check = {
  rule: 'endings',
  holds:
    'No run fails because of what was killed around it: none with internal_error, none otherwise than it may.',
  find(evidence) {
    const opened = openers(evidence);
    const cancelled = new Set(evidence.journal.cancels.map(({ run_id }) => run_id));
    return evidence.runs.filter(hasEnded).flatMap((run) => {
      const { id: run_id, thread_id } = run.run;
      const ending = endingOf(run) ?? 'without a reason';
      const posted = opened.get(run_id)?.posted;
      const asked = cancelled.has(run_id) ? ['cancelled'] : [];
      const mayBe = [...new Set<string>([...(posted?.endings ?? []), ...asked])];
      const isExpected = posted === undefined ? ending !== 'internal_error' : mayBe.includes(ending);
      if (isExpected) return [];
      const instead = posted === undefined ? '' : `, not ${mayBe.join(' or ')}`;
      return [{ what: `it ended ${run.run.state} (${ending})${instead}`, run_id, thread_id }];
    });
  },
};
