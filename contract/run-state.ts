/**
 * The states of a run and every move between them (service.md "Run states"). Pure, and free of zod: workflow code
 * imports it. Nothing else decides whether a move is allowed.
 */
export const runStates = ['running', 'awaiting_input', 'awaiting_outcome', 'closed', 'failed'] as const;
export type RunState = (typeof runStates)[number];

/** What a paused run waits for. */
export const pauseKinds = ['question', 'confirmation', 'outcome'] as const;
export type PauseKind = (typeof pauseKinds)[number];

/** Why a run closed. */
export const closeReasons = ['finished', 'handoff', 'cancelled', 'expired'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Why a run failed. */
export const runErrorCodes = [
  'model_error',
  'turn_limit',
  'credit_limit',
  'insufficient_credits',
  'invalid_args',
  'internal_error',
] as const;
export type RunErrorCode = (typeof runErrorCodes)[number];

/** Where a run stands: its state, and while it is paused what for. */
export type RunSituation =
  | { state: 'running' }
  | { state: 'awaiting_input'; pause: 'question' | 'confirmation' }
  | { state: 'awaiting_outcome'; pause: 'outcome' }
  | { state: 'closed'; reason: CloseReason }
  | { state: 'failed'; error: RunErrorCode };

/** What can happen to a run. */
export type RunTrigger =
  /** The agent asked the user, was held at a gate, or proposed an action. */
  | { type: 'pause'; kind: PauseKind }
  /** An answer, a decision or an outcome came in for the pause of that kind. */
  | { type: 'resume'; kind: PauseKind }
  | { type: 'close'; reason: CloseReason }
  | { type: 'fail'; error: RunErrorCode };

/** True for a state that never changes again. */
export function isTerminal(state: RunState): boolean {
  return state === 'closed' || state === 'failed';
}

/** The state in which a run waits for a pause of this kind. */
export function pausedState(kind: PauseKind): 'awaiting_input' | 'awaiting_outcome' {
  return kind === 'outcome' ? 'awaiting_outcome' : 'awaiting_input';
}

/** Where the trigger leads from here, or undefined when it is not allowed here. */
export function transition(from: RunSituation, trigger: RunTrigger): RunSituation | undefined {
  switch (from.state) {
    case 'running':
      return fromRunning(trigger);
    case 'awaiting_input':
    case 'awaiting_outcome':
      return fromPaused(from.pause, trigger);
    case 'closed':
    case 'failed':
      return undefined;
  }
}

function fromRunning(trigger: RunTrigger): RunSituation | undefined {
  switch (trigger.type) {
    case 'pause':
      return trigger.kind === 'outcome'
        ? { state: 'awaiting_outcome', pause: 'outcome' }
        : { state: 'awaiting_input', pause: trigger.kind };
    case 'close':
      // Only a pause grows too old.
      return trigger.reason === 'expired' ? undefined : { state: 'closed', reason: trigger.reason };
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
    case 'pause':
    case 'fail':
      return undefined;
  }
}
