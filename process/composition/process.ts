import type { Tracing } from '#adapters/telemetry/export/tracing.ts';
import type { Environment } from '#process/config/environment.ts';
import type { Logger } from '#process/config/logger.ts';
import type { Database } from '#store/mongo/database.ts';

/** Which process it is. `service`: an API and a worker in one. */
export type ProcessName = 'api' | 'worker' | 'service';

/** A process of the service: what it was started with, and how it ends. */
export interface Process {
  name: ProcessName;
  environment: Environment;
  log: Logger;
  db: Database;
  /** Absent: off. */
  tracing?: Tracing | undefined;
  /** Aborts on the first SIGINT or SIGTERM. The second one ends the process at once. */
  stopping: AbortSignal;
  /** Closes what was opened, in reverse order. */
  closing: AsyncDisposableStack;
}
