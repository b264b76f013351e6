import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { EndDirective } from '#contract/temporal/directive.ts';
import { type RunInput, runWorkflowId } from '#contract/temporal/names.ts';
import { RunLoop } from '#workflows/run/run-loop.ts';
import type { WorkflowContext } from '#workflows/run/workflow-context.ts';
import { cancelRequestedSignal, lookAgainSignal, resumedSignal, lockGrantedSignal } from '../messages.ts';
import { runActivities } from './run-activities.ts';
import { runDisplay, showsWaitsFor } from './run-display.ts';

/**
 * One run, from its first model turn to its end.
 * @throws {ApplicationFailure} if the run failed, with the run's error code as its type
 * @throws {CancelledFailure} if the run was cancelled
 */
export async function run(input: RunInput): Promise<EndDirective> {
  const loop = new RunLoop(context(), input);
  setHandler(lockGrantedSignal, (version) => loop.grantLock(version));
  setHandler(resumedSignal, (resumed) => loop.resume(resumed));
  setHandler(cancelRequestedSignal, () => loop.cancel());
  setHandler(lookAgainSignal, () => loop.lookAgain());
  try {
    return close(await loop.run());
  } finally {
    // A cancellation by an operator or an error can end a pause at any time.
    if (showsWaitsFor()) runDisplay.waitsNoLonger();
  }
}

/** Closes the workflow with the status by which operators find the run. */
function close(end: EndDirective): EndDirective {
  if (end.state === 'failed') {
    throw ApplicationFailure.nonRetryable(`The run failed: ${end.error}`, end.error);
  }
  if (end.reason === 'cancelled') throw new CancelledFailure('The run was cancelled');
  return end;
}

/** What a run needs from Temporal, by Temporal's SDK. */
function context(): WorkflowContext {
  return {
    // oxlint-disable-next-line no-restricted-properties -- here it is the workflow's time, which a replay repeats
    now: Date.now,
    waitUntil: async (isOver, limitMs) => {
      if (limitMs !== undefined) return await condition(isOver, limitMs);
      await condition(isOver);
      return true;
    },
    signalsHandled: async () => await condition(allHandlersFinished),
    activities: runActivities(),
    start: (work) => {
      const scope = new CancellationScope();
      return { result: scope.run(work), cancel: () => scope.cancel() };
    },
    shielded: async (work) => await CancellationScope.nonCancellable(work),
    isCancellation,
    grantLock: async (runId, version) => {
      const workflow = getExternalWorkflowHandle(runWorkflowId(runId));
      if (version === undefined) await workflow.signal(lockGrantedSignal);
      else await workflow.signal(lockGrantedSignal, version);
    },
    continueAsNewSuggested: () => workflowInfo().continueAsNewSuggested,
    continueAsNew: async (input) => await continueAsNew<typeof run>(input),
    display: runDisplay,
    log: {
      warn: (fields, message) => log.warn(message, { ...fields }),
      error: (fields, message) => log.error(message, { ...fields }),
    },
  };
}
