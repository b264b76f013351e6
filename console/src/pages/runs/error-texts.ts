import type { RunErrorCode } from '#contract/run-state.ts';

/** Why a run failed, in a few words. */
export const errorTexts: Record<RunErrorCode, string> = {
  model_unauthorized: "The provider's key was refused",
  model_not_found: 'The model was not found',
  model_quota: "The provider's quota is used up",
  model_prompt_too_long: 'The conversation was too long',
  model_overloaded: 'The provider was overloaded',
  model_timeout: 'The model was too slow',
  model_refused: 'The provider refused the request',
  model_error: 'The provider failed',
  turn_limit: 'Too many turns',
  credit_limit: 'A limit of credits was reached',
  insufficient_credits: 'No credits were left',
  invalid_args: 'Calls could not be understood',
  invalid_reply: 'The reply did not fit its schema',
  internal_error: 'A fault in the service',
};
