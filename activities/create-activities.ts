import { Context } from '@temporalio/activity';
import type { RunInput } from '#contract/temporal/names.ts';
import type { Engine } from '#engine/steps/engine.ts';
import type { StepAttempt } from '#engine/ports/step-attempt.ts';
import { cancelRun, expirePause, failRun, readNext, wakePause } from '#engine/steps/end-run.ts';
import { holdCalls } from '#engine/steps/hold-calls.ts';
import { makeCall } from '#engine/steps/make-call.ts';
import { reconcileRuns } from '#engine/recovery/reconcile-runs.ts';
import { type TakePlace, takeTurnAndCall, type TurnAndCall } from '#engine/steps/turn-and-call.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { eraseSubject } from './erase-subject.ts';
import { type FailureOptions, translateFailure } from './failures.ts';
import { underHeartbeat } from './heartbeat.ts';
import { callsWithTurns, slots } from './slots.ts';
import { stepAttempt } from './step-attempt.ts';
import { sweepStores } from './sweep-stores.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';
import { WorkspaceShare } from './workspace-share.ts';

/**
 * Activities that end a run, or return its next directive, are retried until they succeed: otherwise its thread is
 * blocked.
 */
const mustSucceed = { forEver: true };

/** The activities of the worker, by the names under which workflows call them. */
export function createActivities(dependencies: ActivityDependencies) {
  const { engine } = dependencies;
  const activity =
    <Args extends unknown[], Result>(
      work: (deps: ActivityDependencies, ...args: Args) => Promise<Result>,
      options?: FailureOptions,
    ) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await work(dependencies, ...args);
      } catch (error) {
        throw translateFailure(error, options);
      }
    };
  /** A short step of the engine. */
  const step = <Input, Result>(
    work: (engine: Engine, input: Input) => Promise<Result>,
    options?: FailureOptions,
  ) => activity(async (_, input: Input) => await work(engine, input), options);
  /** A step that waits for a model or a host. */
  const longStep =
    <Input extends RunInput, Result>(
      work: (engine: Engine, input: Input, attempt: StepAttempt) => Promise<Result>,
    ) =>
    async (_: ActivityDependencies, input: Input): Promise<Result> =>
      await underHeartbeat(async () => await work(engine, input, stepAttempt(Context.current())));
  const { turns, calls, steps, webhooks } = slots;
  const places = new WorkspaceShare(callsWithTurns);
  /** Where a call is made in the activity of its turn. */
  const placeFor =
    ({ workspace_id }: RunInput): TakePlace =>
    () =>
      places.take(workspace_id);
  return {
    callModel: activity(
      new WorkspaceShare(turns).bound(
        longStep(
          async (_, input: TurnAndCall, attempt) =>
            await takeTurnAndCall(engine, input, attempt, placeFor(input)),
        ),
      ),
    ),
    cancelRun: step(cancelRun, mustSucceed),
    deliverWebhooks: activity(new WorkspaceShare(webhooks).bound(deliverWebhooks)),
    eraseSubject: activity(new WorkspaceShare(steps).bound(eraseSubject), mustSucceed),
    executePatch: activity(new WorkspaceShare(calls).bound(longStep(makeCall))),
    expirePause: step(expirePause, mustSucceed),
    wakePause: step(wakePause, mustSucceed),
    failRun: step(failRun, mustSucceed),
    holdCalls: step(holdCalls),
    readNext: step(readNext, mustSucceed),
    reconcileRuns: activity(
      async () => await underHeartbeat(async (signal) => await reconcile(engine, signal)),
    ),
    sweepRuns: activity(sweepStores),
    sweepWebhooks: activity(sweepWebhooks),
  };
}

/** Time limit of one comparison of runs with their workflows. The next sweep continues from there. */
const longestReconciliationMs = 40_000;

async function reconcile(engine: Engine, signal: AbortSignal) {
  const endsAt = performance.now() + longestReconciliationMs;
  return await reconcileRuns(engine, () => signal.aborted || performance.now() > endsAt);
}

export type Activities = ReturnType<typeof createActivities>;
