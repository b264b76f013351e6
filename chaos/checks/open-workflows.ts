import { hasEnded } from '../evidence/calls.ts';
import type { Check } from './check.ts';

/** Temporal holds nothing for runs that have ended. */
export const openWorkflows: Check = {
  rule: 'open-workflows',
  holds: 'A run that has ended has no open workflow.',
  find({ runs, openWorkflows: open }) {
    const ended = new Map(runs.filter(hasEnded).map(({ run }) => [run.id, run]));
    return open.flatMap((run_id) => {
      const run = ended.get(run_id);
      return run === undefined
        ? []
        : [{ what: `its workflow is open, and it is ${run.state}`, run_id, thread_id: run.thread_id }];
    });
  },
};
