import type { Directive } from '#contract/directives.ts';
import type { LoadedRun } from '#store/runs.ts';

/** What a run's workflow does next, as it follows from what is stored. */
export function directiveOf({ run, thread }: LoadedRun): Directive {
  const next = thread.active_runs.find((active) => active !== run._id);
  const grant = next === undefined ? {} : { grant_floor_to: next };
  if (run.state === 'closed') {
    return { next: 'end', state: 'closed', reason: run.reason ?? 'finished', ...grant };
  }
  if (run.state === 'failed') {
    return { next: 'end', state: 'failed', error: run.error?.code ?? 'internal_error', ...grant };
  }
  return { next: 'turn', turn: run.turn_count + 1 };
}
