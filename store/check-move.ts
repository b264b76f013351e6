import { transition, type RunSituation, type RunTrigger } from '#contract/run-state.ts';
import type { RunStep } from './advance-run.ts';
import type { LoadedRun } from './runs.ts';

/**
 * Refuses a step that the run's states do not allow (service.md "Run states"). Callers look before they step; one
 * that did not is a fault of ours.
 * @throws {Error} when the move is not allowed
 */
export function checkMove(loaded: LoadedRun, step: RunStep): void {
  const from = situationOf(loaded);
  const trigger = triggerOf(from, step);
  if (trigger === undefined) {
    if (from.state !== 'running') throw new Error(`a run that is ${from.state} takes no step`);
    return;
  }
  if (transition(from, trigger) === undefined) {
    throw new Error(`a run that is ${from.state} cannot ${trigger.type}`);
  }
}

function situationOf({ run, thread }: LoadedRun): RunSituation {
  switch (run.state) {
    case 'running':
      return { state: 'running' };
    case 'awaiting_outcome':
      return { state: 'awaiting_outcome', pause: 'outcome' };
    case 'awaiting_input': {
      const pause = thread.pauses.find(({ shown }) => shown.run_id === run._id);
      return { state: 'awaiting_input', pause: pause?.type === 'confirmation' ? 'confirmation' : 'question' };
    }
    case 'closed':
      return { state: 'closed', reason: run.reason ?? 'finished' };
    case 'failed':
      return { state: 'failed', error: run.error?.code ?? 'internal_error' };
  }
}

function triggerOf(from: RunSituation, { state, pause }: RunStep): RunTrigger | undefined {
  if (pause !== undefined) return { type: 'pause', kind: pause.type };
  switch (state?.state) {
    case 'closed':
      return { type: 'close', reason: state.reason ?? 'finished' };
    case 'failed':
      return { type: 'fail', error: state.error?.code ?? 'internal_error' };
    case 'running':
      return 'pause' in from ? { type: 'resume', kind: from.pause } : undefined;
    default:
      return undefined;
  }
}
