/**
 * The names of a run's states (run.states.allowed-transitions). Does not use zod, because workflow code imports them.
 * The transitions are in engine/rules/run-states.ts.
 */
export const runStates = ['running', 'awaiting_input', 'awaiting_outcome', 'closed', 'failed'] as const;
export type RunState = (typeof runStates)[number];

/** The reasons for a pause. */
export const pauseKinds = ['question', 'confirmation', 'outcome'] as const;
export type PauseKind = (typeof pauseKinds)[number];

/**
 * How a model ended its reply: by itself, at a limit of output tokens (`cut`), stopped by a filter of its provider (`filtered`),
 * or by declining (`refused`).
 */
export const replyFinishes = ['finished', 'cut', 'filtered', 'refused'] as const;
export type ReplyFinish = (typeof replyFinishes)[number];

/** Why a run closed. */
export const closeReasons = [...replyFinishes, 'handoff', 'cancelled', 'expired'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Why a run failed, if its model's provider is the cause. */
export const modelErrorCodes = [
  'model_unauthorized',
  'model_not_found',
  'model_quota',
  'model_prompt_too_long',
  'model_overloaded',
  'model_timeout',
  'model_refused',
  'model_error',
] as const;
export type ModelErrorCode = (typeof modelErrorCodes)[number];

/** Why a run failed. */
export const runErrorCodes = [
  ...modelErrorCodes,
  'turn_limit',
  'credit_limit',
  'insufficient_credits',
  'invalid_args',
  'invalid_reply',
  'internal_error',
] as const;
export type RunErrorCode = (typeof runErrorCodes)[number];

/** True for a state that never changes again. */
export function isTerminal(state: RunState): boolean {
  return state === 'closed' || state === 'failed';
}

/** True for a state in which a run waits for a person. */
export function isPaused(state: RunState): boolean {
  return state === 'awaiting_input' || state === 'awaiting_outcome';
}

/** The state in which a run waits for a pause of this kind. */
export function pausedState(kind: PauseKind): 'awaiting_input' | 'awaiting_outcome' {
  return kind === 'outcome' ? 'awaiting_outcome' : 'awaiting_input';
}
