import { ActivityCancellationType, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import { type ActivityKind, activityTaskQueue } from '#contract/temporal/names.ts';
import type { RunActivities } from '#workflows/run/workflow-context.ts';

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

/** The activities of a run, with the summaries that operators see in the workflow's history. */
export function runActivities(): RunActivities {
  // On the workflow's own queue, where Temporal gives an activity to the worker that scheduled it without a dispatch.
  const { callModel } = proxyActivities<Activities>(seenThrough);
  // Calls wait for customers' hosts, so they have slots of their own.
  const { executePatch } = proxyActivities<Activities>({ ...seenThrough, taskQueue: queueOf('calls') });
  // The service's own steps must not wait for slots that models or hosts occupy.
  const { holdCall, expirePause, wakePause, cancelRun, failRun, readNext } = proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry,
    taskQueue: queueOf('steps'),
  });
  return {
    callModel: (input) => callModel.executeWithOptions({ summary: modelTurn(input) }, [input]),
    executePatch: (input, patchRef) => executePatch.executeWithOptions({ summary: patchRef }, [input]),
    holdCall: (input) => holdCall.executeWithOptions({ summary: 'Pause for a call' }, [input]),
    expirePause: (input) => expirePause.executeWithOptions({ summary: 'The pause has expired' }, [input]),
    wakePause: (input) => wakePause.executeWithOptions({ summary: 'Remind or escalate' }, [input]),
    cancelRun: (input) => cancelRun.executeWithOptions({ summary: 'Cancel the run' }, [input]),
    failRun: (input) => failRun.executeWithOptions({ summary: 'Fail the run' }, [input]),
    readNext: (input) => readNext.executeWithOptions({ summary: 'Read what comes next' }, [input]),
  };
}

/** Says of a turn that is taken again how its provider failed last. */
function modelTurn({ turn, tries = 0, failed_with }: Parameters<RunActivities['callModel']>[0]): string {
  if (tries === 0) return `Model turn ${turn}`;
  return `Model turn ${turn}, try ${tries + 1}${failed_with === undefined ? '' : ` after ${failed_with}`}`;
}

function queueOf(kind: ActivityKind): string {
  return activityTaskQueue(workflowInfo().taskQueue, kind);
}
