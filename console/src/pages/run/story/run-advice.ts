import { runErrorMessages } from '#contract/words/run-error-messages.ts';
import type { RunErrorCode } from '#contract/run-state.ts';

/** Advice about a failed run whose error sentence has none. */
const advice: Partial<Record<RunErrorCode, string>> = {
  turn_limit:
    'Ask for less at once. If the task needs more turns, publish the agent with a higher limit of turns.',
  credit_limit:
    'Ask for less at once, or raise the limit of credits: that of the agent, or the budget on the page Budgets.',
  insufficient_credits: 'The operator of the deployment has to add credits. Then send the message again.',
  invalid_args:
    'Send the message again. If this keeps happening, describe the arguments better in the patches, or use a stronger model class.',
  internal_error:
    'Send the message again. If this keeps happening, give the operator of the deployment the id of this run.',
};

/** Why a run failed, and what a person can do about it. */
export function whyItFailed({ code, message }: { code: RunErrorCode; message: string }): Words {
  const todo = advice[code];
  // The sentences of the other codes say both, and those of earlier versions said less. Here, the run may say more.
  const what = todo === undefined ? (runErrorMessages[code] ?? message) : message;
  return { what, ...(todo !== undefined && { todo }) };
}

/** A sentence about an error, and advice if the sentence has none. */
export interface Words {
  what: string;
  todo?: string;
}
