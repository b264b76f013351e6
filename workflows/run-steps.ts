import { ActivityCancellationType, isCancellation, log, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import type { Directive } from '#contract/directives.ts';
import type { RunInput } from '#contract/temporal.ts';

// How often work is tried is the activities' decision: they know a failing provider from a database that is down.
const retry = {
  initialInterval: '500 milliseconds',
  backoffCoefficient: 2,
  maximumInterval: '30 seconds',
} as const;
// A worker that dies is noticed by its silence, not by the end of the time that the work may take.
const heartbeatTimeout = '10 seconds';

const { callModel } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout,
  // A cancelled turn is over only when it is known whether it was stored.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry,
});

const { executePatch } = proxyActivities<Activities>({
  // The call, and the model turn after it.
  startToCloseTimeout: '16 minutes',
  heartbeatTimeout,
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry,
});

const { holdCall, expirePause, cancelRun, failRun } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry,
});

/** Does what a directive says, and resolves to the next one. */
export async function takeStep(
  input: RunInput,
  directive: Exclude<Directive, { next: 'pause' | 'end' | 'wait_for_floor' }>,
): Promise<Directive> {
  switch (directive.next) {
    case 'turn': {
      const { turn, tries } = directive;
      return await callModel.executeWithOptions({ summary: `Model turn ${turn}` }, [
        { ...input, turn, ...(tries === undefined ? {} : { tries }) },
      ]);
    }
    case 'execute':
      return await executeAll(input, directive);
    case 'hold': {
      const { tool_call_id } = directive;
      return await holdCall.executeWithOptions({ summary: 'Pause for a call' }, [{ ...input, tool_call_id }]);
    }
  }
}

/** Makes calls side by side. Whichever is stored last sees that all are, and knows what is next. */
async function executeAll(
  input: RunInput,
  { turn, calls }: Extract<Directive, { next: 'execute' }>,
): Promise<Directive> {
  const directives = await Promise.all(
    calls.map(({ tool_call_id, patch_ref }) =>
      executePatch.executeWithOptions({ summary: patch_ref }, [{ ...input, turn, tool_call_id }]),
    ),
  );
  const [first] = directives;
  const next = directives.find((directive) => directive.next !== 'execute') ?? first;
  if (next === undefined) throw new Error('a directive to execute names no call');
  return next;
}

/** Ends a pause that has lasted too long. */
export async function expire(input: RunInput, tool_call_id: string): Promise<Directive> {
  return await expirePause.executeWithOptions({ summary: 'The pause has expired' }, [
    { ...input, tool_call_id },
  ]);
}

/** Ends a run that somebody asked to end. */
export async function cancel(input: RunInput): Promise<Directive> {
  return await cancelRun.executeWithOptions({ summary: 'Cancel the run' }, [input]);
}

/** A step that cannot be taken, whatever is tried, fails the run: none is left `running` for ever. */
export async function giveUp(input: RunInput, error: unknown): Promise<Directive> {
  if (isCancellation(error)) throw error;
  log.error('a step failed for good', { run_id: input.run_id, error });
  return await failRun.executeWithOptions({ summary: 'Fail the run' }, [input]);
}
