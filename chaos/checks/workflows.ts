import type { Run } from '#contract/run.ts';
import { hasEnded } from '../evidence/calls.ts';
import type { Check } from './check.ts';

/** Temporal shows operators how runs ended, and keeps no open workflow for them. */
export const workflows: Check = {
  rule: 'workflows',
  holds: 'A run that has ended has a workflow that closed with the status of that end.',
  find({ runs, workflows: statuses }) {
    return runs.filter(hasEnded).flatMap(({ run }) => {
      const status = statuses.get(run.id) ?? 'missing';
      if (status === statusOf(run)) return [];
      const what = `its workflow is ${status}, and it is ${run.state} (${run.error?.code ?? run.reason})`;
      return [{ what, run_id: run.id, thread_id: run.thread_id }];
    });
  },
};

function statusOf({ state, reason }: Pick<Run, 'state' | 'reason'>): string {
  if (state === 'failed') return 'FAILED';
  return reason === 'cancelled' ? 'CANCELLED' : 'COMPLETED';
}
