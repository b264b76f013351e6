import { endingOf, openers } from '../evidence/run-events.ts';
import { hasEnded } from '../evidence/calls.ts';
import { type Check, findingsOf } from './check.ts';

/** A run ends as its script and the decisions on it require, and not because of faults. */
export const endings: Check = {
  rule: 'endings',
  holds:
    'No run fails because of what was killed around it: none with internal_error, none otherwise than it may.',
  find(evidence) {
    const opened = openers(evidence);
    const cancelled = new Set(evidence.journal.cancels.map(({ run_id }) => run_id));
    return evidence.runs.filter(hasEnded).flatMap((run) => {
      const ending = endingOf(run) ?? 'without a reason';
      const told = `it ended ${run.run.state} (${ending})`;
      const posted = opened.get(run.run.id)?.posted;
      if (posted === undefined) return findingsOf(run, [ending === 'internal_error' && told]);
      const asked = cancelled.has(run.run.id) ? ['cancelled'] : [];
      const mayBe = new Set<string>([...posted.endings, ...asked]);
      return findingsOf(run, [!mayBe.has(ending) && `${told}, not ${[...mayBe].join(' or ')}`]);
    });
  },
};
