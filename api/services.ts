import type { ModelClass } from '#contract/model-class.ts';
import type { Database } from '#store/database.ts';
import type { RunWatch } from '#store/run-watch.ts';
import type { RunDocument } from '#store/runs.ts';
import type { Cursors } from './cursors.ts';
import type { Logger } from '#config/logger.ts';

/** What handlers work with. Everything that lives outside the process comes in here. */
export interface Services {
  db: Database;
  runWatch: RunWatch;
  cursors: Cursors;
  /** Whether the deployment maps a model class to a model. */
  hasModel: (modelClass: ModelClass) => boolean;
  /** Starts a run's workflow. Rejects when Temporal does not answer: the sweep then starts it. */
  startRun: (run: RunDocument) => Promise<void>;
  /** Resolves when Temporal answers. */
  pingTemporal: () => Promise<void>;
  log: Logger;
}
