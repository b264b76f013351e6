import type { RunErrorCode } from '../run-state.ts';

/** Sentences about failed runs, by code: the fault, and who can do what about it. */
export const runErrorMessages: Record<RunErrorCode, string> = {
  model_unauthorized:
    "The model's provider did not accept the deployment's API key, or the key may not be used for this model. " +
    'An operator has to correct the key: `admin models check` tests it.',
  model_not_found:
    "The model's provider does not have the model to which this model class is mapped, or the key may not use it. " +
    "An operator has to correct the model's name or the provider's address: `admin models check` tests them.",
  model_quota:
    "The deployment's account at the model's provider has run out of funds or has used up its quota. " +
    'An operator has to add funds or raise the limit there.',
  model_prompt_too_long:
    'The conversation is too long for this model. Continue in a new thread, or send less. ' +
    'If new threads fail too, the agent needs shorter instructions, fewer patches or a model with a larger context.',
  model_overloaded:
    "The model's provider was overloaded or limited the number of requests, and did not recover after several tries. " +
    'Nothing needs to be corrected: send the message again in a few minutes.',
  model_timeout:
    'The model did not answer in time, after several tries. Send the message again. ' +
    'If this keeps happening, ask for less at once, or use a faster model.',
  model_refused:
    "The model's provider refused the request because of its content. Rephrase the message. " +
    "If every message is refused, the agent's instructions need to be changed.",
  model_error:
    "The model's provider could not be reached, or its answer could not be used. Send the message again. " +
    "If this keeps happening, an operator finds the reason in the tries of the run's trace.",
  turn_limit: "The run took as many model turns as its agent's limit allows.",
  credit_limit: 'The run has reached a limit of credits: that of its agent, or a budget.',
  insufficient_credits: 'The workspace ran out of credits.',
  invalid_args: 'The model kept sending calls that could not be understood.',
  invalid_reply:
    "The model's reply did not fit the agent's `reply_schema`, even after the faults were returned to it. Send the message again. If this keeps happening, the agent's instructions have to say more, or its schema has to ask for less.",
  internal_error: 'The run could not continue because of a fault in the service.',
};
