import { hasEnded } from '../evidence/calls.ts';
import { type Check, findingsOf } from './check.ts';

/** Temporal shows operators how runs ended, and keeps no open workflow for them. */
export const workflows: Check = {
  rule: 'workflows',
  holds:
    'A run that has ended has a workflow that closed with the status of that end, or none because Temporal was restored.',
  find({ runs, workflows: statuses, faults }) {
    const restores = faults.filter(({ kind }) => kind === 'restore');
    return runs.filter(hasEnded).flatMap((evidence) => {
      const { id, state, reason, error, opened_at } = evidence.run;
      const status = statuses.get(id) ?? 'missing';
      // A Temporal that was restored to before the run does not know it. If the step that was under way then has ended
      // the run, maybe after that, nothing is left to be done for it.
      const isForgotten = restores.some(({ until = Infinity }) => Date.parse(opened_at) <= until);
      if (status === 'missing' && isForgotten) return [];
      const closed = reason === 'cancelled' ? 'CANCELLED' : 'COMPLETED';
      return findingsOf(evidence, [
        status !== (state === 'failed' ? 'FAILED' : closed) &&
          `its workflow is ${status}, and it is ${state} (${error?.code ?? reason})`,
      ]);
    });
  },
};
