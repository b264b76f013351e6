import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Models } from '#adapters/model/models.ts';
import type { Database } from '#store/database.ts';
import type { PublishedAgents } from '#store/published-agents.ts';
import type { RunDocument } from '#store/runs.ts';
import { callModel } from './call-model.ts';
import { failRun } from './fail-run.ts';
import { translateFailure } from './failures.ts';
import { sweepRuns } from './sweep-runs.ts';

/** What the activities work with. Everything that lives outside the process comes in here. */
export interface ActivityDependencies {
  db: Database;
  agents: PublishedAgents;
  models: Models;
  prices: Record<ModelClass, TokenPrice>;
  /** Starts a run's workflow; starting it twice is starting it once. */
  startRun: (run: RunDocument) => Promise<void>;
}

/** The activities of the worker, by the names that workflows call them by. */
export function createActivities(dependencies: ActivityDependencies) {
  const activity =
    <Args extends unknown[], Result>(work: (deps: ActivityDependencies, ...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await work(dependencies, ...args);
      } catch (error) {
        throw translateFailure(error);
      }
    };
  return {
    callModel: activity(callModel),
    failRun: activity(failRun),
    sweepRuns: activity(sweepRuns),
  };
}

export type Activities = ReturnType<typeof createActivities>;
