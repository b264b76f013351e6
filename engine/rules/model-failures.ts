import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { ModelErrorCode } from '#contract/run-state.ts';

/** How a run fails after its provider has failed in some way for the last time. */
const runErrors: Record<ModelFailureCode, ModelErrorCode> = {
  unauthorized: 'model_unauthorized',
  not_found: 'model_not_found',
  quota: 'model_quota',
  prompt_too_long: 'model_prompt_too_long',
  refused: 'model_refused',
  rejected: 'model_error',
  rate_limited: 'model_overloaded',
  overloaded: 'model_overloaded',
  timeout: 'model_timeout',
  unreachable: 'model_error',
  broken_stream: 'model_error',
  empty_reply: 'model_error',
};

/** The error code of a run whose provider has failed in this way. */
export function runErrorOf(failure: ModelFailureCode): ModelErrorCode {
  return runErrors[failure];
}
