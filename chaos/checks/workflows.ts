import { hasEnded } from '../evidence/calls.ts';
import { type Check, findingsOf } from './check.ts';

/** Temporal shows operators how runs ended, and keeps no open workflow for them. */
export const workflows: Check = {
  rule: 'workflows',
  holds: 'A run that has ended has a workflow that closed with the status of that end.',
  find({ runs, workflows: statuses }) {
    return runs.filter(hasEnded).flatMap((evidence) => {
      const { id, state, reason, error } = evidence.run;
      const status = statuses.get(id) ?? 'missing';
      const closed = reason === 'cancelled' ? 'CANCELLED' : 'COMPLETED';
      return findingsOf(evidence, [
        status !== (state === 'failed' ? 'FAILED' : closed) &&
          `its workflow is ${status}, and it is ${state} (${error?.code ?? reason})`,
      ]);
    });
  },
};
