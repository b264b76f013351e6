import type { CloseReason, PauseKind, RunErrorCode } from '#contract/run-state.ts';

/**
 * Every transition between the states of a run (run.states.allowed-transitions). Nothing else decides whether one is
 * allowed.
 */

/** The state of a run and, while it is paused, what it waits for. */
export type RunSituation =
  | { state: 'running'; closing?: CloseReason }
  | { state: 'awaiting_input'; pause: 'question' | 'confirmation' }
  | { state: 'awaiting_outcome'; pause: 'outcome' }
  | { state: 'closed'; reason: CloseReason }
  | { state: 'failed'; error: RunErrorCode };

/** The triggers of a run's state. */
export type RunTrigger =
  /** The agent asked the user, was held at a gate, or proposed an action. */
  | { type: 'pause'; kind: PauseKind }
  /** An answer, a decision or an outcome arrived for a pause of that kind. */
  | { type: 'resume'; kind: PauseKind }
  | { type: 'close'; reason: CloseReason }
  | { type: 'fail'; error: RunErrorCode };

/** The state after the trigger, or undefined if the trigger is not allowed in this state. */
export function transition(from: RunSituation, trigger: RunTrigger): RunSituation | undefined {
  switch (from.state) {
    case 'running':
      return fromRunning(trigger, from.closing);
    case 'awaiting_input':
    case 'awaiting_outcome':
      return fromPaused(from.pause, trigger);
    case 'closed':
    case 'failed':
      return undefined;
  }
}

function fromRunning(trigger: RunTrigger, closing?: CloseReason): RunSituation | undefined {
  switch (trigger.type) {
    case 'pause':
      return trigger.kind === 'outcome'
        ? { state: 'awaiting_outcome', pause: 'outcome' }
        : { state: 'awaiting_input', pause: trigger.kind };
    case 'close':
      // Only a pause can expire. The calls that were approved before are made first.
      if (trigger.reason === 'expired' && closing !== 'expired') return undefined;
      return { state: 'closed', reason: trigger.reason };
    case 'fail':
      return { state: 'failed', error: trigger.error };
    case 'resume':
      return undefined;
  }
}

function fromPaused(pause: PauseKind, trigger: RunTrigger): RunSituation | undefined {
  switch (trigger.type) {
    case 'resume':
      return trigger.kind === pause ? { state: 'running' } : undefined;
    case 'close':
      return trigger.reason === 'cancelled' || trigger.reason === 'expired'
        ? { state: 'closed', reason: trigger.reason }
        : undefined;
    case 'fail':
      // Its workflow is gone, so nobody could resume the run. No other error ends a pause.
      return trigger.error === 'internal_error' ? { state: 'failed', error: trigger.error } : undefined;
    case 'pause':
      // An approved call that could not be sent is held beside the others again.
      return pause === 'confirmation' && trigger.kind === 'confirmation'
        ? { state: 'awaiting_input', pause }
        : undefined;
  }
}
