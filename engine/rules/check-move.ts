import { defined } from '#contract/defined.ts';
import type { LoadedRun } from '../documents/run.ts';
import { type RunSituation, type RunTrigger, transition } from './run-states.ts';
import type { Step } from './step.ts';

/** @throws {Error} if the states of a run do not allow the step, which is a bug in these rules */
export function checkMove(stored: LoadedRun, step: Step): void {
  const from = situationOf(stored);
  const trigger = triggerOf(from, step);
  const allowed =
    trigger === undefined
      ? from.state === 'running' || step.turn === undefined
      : transition(from, trigger) !== undefined;
  if (!allowed) throw new Error(`a run that is ${from.state} cannot ${trigger?.type ?? 'take a turn'}`);
}

function situationOf({ run, thread }: LoadedRun): RunSituation {
  switch (run.state) {
    case 'running':
      return { state: 'running', ...defined({ closing: run.closing }) };
    case 'awaiting_outcome':
      return { state: 'awaiting_outcome', pause: 'outcome' };
    case 'awaiting_input': {
      const pause = thread.pauses.find(({ run_id }) => run_id === run._id);
      return { state: 'awaiting_input', pause: pause?.type === 'confirmation' ? 'confirmation' : 'question' };
    }
    case 'closed':
      return { state: 'closed', reason: run.reason ?? 'finished' };
    case 'failed':
      return { state: 'failed', error: run.error?.code ?? 'internal_error' };
  }
}

function triggerOf(from: RunSituation, { state, pauses: [pause] = [] }: Step): RunTrigger | undefined {
  switch (state?.state) {
    case 'closed':
      return { type: 'close', reason: state.reason ?? 'finished' };
    case 'failed':
      return { type: 'fail', error: state.error?.code ?? 'internal_error' };
    case 'awaiting_input':
    case 'awaiting_outcome':
      return { type: 'pause', kind: pause?.type ?? 'question' };
    case 'running':
      return 'pause' in from ? { type: 'resume', kind: from.pause } : undefined;
    default:
      return undefined;
  }
}
