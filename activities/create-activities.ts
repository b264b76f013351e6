import type { ActivityDependencies } from './dependencies.ts';
import { callModel } from './call-model.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { cancelRun, expirePause, failRun } from './end-run.ts';
import { eraseSubject } from './erase-subject.ts';
import { executePatch } from './execute-patch.ts';
import { type FailureOptions, translateFailure } from './failures.ts';
import { holdCall } from './hold-call.ts';
import { slots } from './slots.ts';
import { sweepRuns } from './sweep-runs.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';
import { WorkspaceShare } from './workspace-share.ts';

/** Activities that end a run are retried until they succeed: a run that stays open would block its thread forever. */
const mustSucceed = { forEver: true };

/** The activities of the worker, by the names under which workflows call them. */
export function createActivities(dependencies: ActivityDependencies) {
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
  const { turns, calls, steps, webhooks } = slots;
  return {
    callModel: activity(new WorkspaceShare(turns).bound(callModel)),
    cancelRun: activity(cancelRun, mustSucceed),
    deliverWebhooks: activity(new WorkspaceShare(webhooks).bound(deliverWebhooks)),
    eraseSubject: activity(new WorkspaceShare(steps).bound(eraseSubject), mustSucceed),
    executePatch: activity(new WorkspaceShare(calls).bound(executePatch)),
    expirePause: activity(expirePause, mustSucceed),
    failRun: activity(failRun, mustSucceed),
    holdCall: activity(holdCall),
    sweepRuns: activity(sweepRuns),
    sweepWebhooks: activity(sweepWebhooks),
  };
}

export type Activities = ReturnType<typeof createActivities>;
