import { ActivityCancellationType, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import { type ActivityKind, activityTaskQueue } from '#contract/temporal/names.ts';

// The activities decide how often work is retried, because they can tell a failing provider from an unavailable
// database.
const retry = {
  initialInterval: '500 milliseconds',
  backoffCoefficient: 2,
  maximumInterval: '30 seconds',
} as const;
// A worker that dies is noticed by its missing heartbeats, long before the start-to-close timeout.
const heartbeatTimeout = '10 seconds' as const;

const seenThrough = {
  // An activity stores its result for as long as its worker lives and heartbeats. This timeout is only the last resort.
  startToCloseTimeout: '1 day',
  heartbeatTimeout,
  // A cancelled turn is over only when it is known whether it was stored.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry,
} as const;

/**
 * The activities of a run, with the summaries that operators see in the workflow's history: steps that reach the store, models
 * and hosts. Activities are repeatable and may overlap, because an attempt whose worker falls silent is followed by another one
 * while the worker may continue. The store decides what takes effect.
 *
 * Each resolves to what comes next for the run, by what is then stored. `wait_for_turn_lock` comes only from those that take a step.
 * One that rejects may still have stored its step.
 */
export function runActivities() {
  // On the workflow's own queue, where Temporal gives an activity to the worker that scheduled it without a dispatch.
  const { callModel } = proxyActivities<Activities>(seenThrough);
  // Calls wait for customers' hosts, so they have slots of their own.
  const { executePatch } = proxyActivities<Activities>({ ...seenThrough, taskQueue: queueOf('calls') });
  // The service's own steps must not wait for slots that models or hosts occupy.
  const { holdCalls, expirePause, wakePause, cancelRun, failRun, readNext } = proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry,
    taskQueue: queueOf('steps'),
  });
  return {
    /** Takes a model turn. A cancellation interrupts it, unless its result is already being stored. */
    callModel: (input: InputOf<'callModel'>) =>
      callModel.executeWithOptions({ summary: modelTurn(input) }, [input]),
    /** Makes a call of a turn. A cancellation does not interrupt an attempt, but no other attempt follows. */
    executePatch: (input: InputOf<'executePatch'>, patchRef: string) =>
      executePatch.executeWithOptions({ summary: patchRef }, [input]),
    /** Pauses the run for so many calls. */
    holdCalls: (input: InputOf<'holdCalls'>, count: number) =>
      holdCalls.executeWithOptions(
        { summary: count === 1 ? 'Pause for a call' : `Pause for ${count} calls` },
        [input],
      ),
    /** Ends a pause that has lasted too long. Attempted until it succeeds, as are those that follow. */
    expirePause: (input: InputOf<'expirePause'>) =>
      expirePause.executeWithOptions({ summary: 'The pause has expired' }, [input]),
    /** Reminds the approvers of a held call, or escalates it, if that is due. */
    wakePause: (input: InputOf<'wakePause'>) =>
      wakePause.executeWithOptions({ summary: 'Remind or escalate' }, [input]),
    /** Ends a run for which a cancellation was requested. */
    cancelRun: (input: InputOf<'cancelRun'>) =>
      cancelRun.executeWithOptions({ summary: 'Cancel the run' }, [input]),
    /** Fails a run whose step has failed for good, unless the step was stored. */
    failRun: (input: InputOf<'failRun'>) => failRun.executeWithOptions({ summary: 'Fail the run' }, [input]),
    /** Reads what comes next, and changes nothing. */
    readNext: (input: InputOf<'readNext'>) =>
      readNext.executeWithOptions({ summary: 'Read the next step' }, [input]),
  };
}

export type RunActivities = ReturnType<typeof runActivities>;

type InputOf<Name extends keyof Activities> = Parameters<Activities[Name]>[0];

/** Says of a turn that is taken again how its provider failed last. */
function modelTurn({ turn, tries = 0, failed_with }: InputOf<'callModel'>): string {
  if (tries === 0) return `Model turn ${turn}`;
  return `Model turn ${turn}, try ${tries + 1}${failed_with === undefined ? '' : ` after ${failed_with}`}`;
}

function queueOf(kind: ActivityKind): string {
  return activityTaskQueue(workflowInfo().taskQueue, kind);
}
