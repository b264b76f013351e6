import { ApplicationFailure } from '@temporalio/activity';
import type { Directive } from '#contract/directives.ts';
import type { RunInput } from '#contract/temporal.ts';
import { isTerminal, type RunErrorCode } from '#contract/run-state.ts';
import { advanceRun, type RunStep } from '#store/advance-run.ts';
import { untilFresh } from '#store/commit.ts';
import { loadRun } from '#store/runs.ts';
import type { ActivityDependencies } from './create-activities.ts';
import { directiveOf } from './directive-of.ts';

const messages: Record<RunErrorCode, string> = {
  model_error: 'The model provider kept failing.',
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

/** Fails a run whose turn could not be taken, whatever was tried. A run that has ended stays as it is. */
export async function failRun({ db }: ActivityDependencies, input: RunInput): Promise<Directive> {
  return await untilFresh(async () => {
    const loaded = await loadRun(db, input);
    if (loaded === null) throw ApplicationFailure.nonRetryable('the run is not in the store', 'unknown_run');
    if (isTerminal(loaded.run.state)) return directiveOf(loaded);
    return directiveOf(await advanceRun(db, loaded, failedRun('internal_error')));
  });
}
