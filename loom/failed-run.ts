import type { RunErrorCode } from '#contract/run-state.ts';
import type { RunStep } from '#store/advance-run.ts';

const messages: Record<RunErrorCode, string> = {
  model_error: 'The model provider failed.',
  turn_limit: "The run took as many model turns as its agent's limit allows.",
  credit_limit: "The run cost as much as its agent's limit allows.",
  insufficient_credits: 'The workspace ran out of credits.',
  invalid_args: 'The model kept sending calls that could not be understood.',
  internal_error: 'The run could not go on because of a fault in the service.',
};

/** The step that fails a run. */
export function failedRun(code: RunErrorCode): RunStep {
  return { state: { state: 'failed', error: { code, message: messages[code] } } };
}
