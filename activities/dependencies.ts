import type { ErasureInput } from '#contract/temporal/names.ts';
import type { Engine } from '#engine/steps/engine.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Webhooks } from '#integrations/webhooks/webhooks.ts';

/** The dependencies of activities. Everything outside the process is passed in here. */
export interface ActivityDependencies {
  /** The engine of runs. */
  engine: Engine;
  db: Database;
  /** The workflows of erasures. */
  erasureWorkflows: { restart: (input: ErasureInput) => Promise<void> };
  /** The wait before the second pass of an erasure, in milliseconds: longer than requests and caches of the API live. */
  erasureSettlesMs: number;
  /** How many days traces are kept after the end of their run. Absent: as long as the run. */
  traceDays?: number | undefined;
  webhooks: Webhooks;
}
