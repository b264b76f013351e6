import { startOperationsServer } from '#adapters/operations/server.ts';
import { type Environment, parseEnvironment } from '#process/config/environment.ts';
import { createLogger } from '#process/config/logger.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { type DatabaseOptions, openDatabase, openMigrated } from '#store/open-database.ts';
import { tracing } from '#adapters/telemetry/start.ts';
import { type CreatedParts, createParts, type ProcessName } from './create-parts.ts';
import { stopSignal } from './stop-signal.ts';
import { untilReachable } from './until-reachable.ts';
import { watchClock } from './watch-clock.ts';

/** The parts of a process, and how it ends. */
export interface OpenParts extends CreatedParts {
  /** Aborts when the process is told to stop, by SIGINT or SIGTERM. Told once more, it ends at once. */
  stopping: AbortSignal;
  /** Closes the parts in reverse order. A part that is added to it is closed before them. */
  closing: AsyncDisposableStack;
}

/**
 * Reads the environment and opens what every process of the service consists of. Waits until MongoDB can be used. A process
 * of both migrates it, unless the environment says otherwise.
 * @throws {EnvironmentError} if the environment cannot be used
 * @throws {AbortError} if the process is told to stop while it waits
 */
export async function openParts(
  name: ProcessName,
  databaseOptions: (environment: Environment) => DatabaseOptions,
): Promise<OpenParts> {
  const environment = parseEnvironment(process.env);
  const log = createLogger(name, environment.LOG_LEVEL);
  const stopping = stopSignal();
  const closing = new AsyncDisposableStack();
  if (tracing !== undefined) {
    tracing.tell({
      onLost: (fault) => log.warn(fault, 'spans cannot be exported, and are lost'),
      onRecovered: () => log.info('spans are exported again'),
    });
    closing.defer(tracing.close);
  }

  const openStore = async () => {
    const options = { ...databaseOptions(environment), keyring: new Keyring(environment.ENCRYPTION_KEYS) };
    if (name !== 'service' || !environment.MIGRATE) return await openDatabase(options);
    return await openMigrated(options, (change) => log.info(change, 'the database was migrated'));
  };
  const db = await untilReachable('MongoDB', openStore, { log, signal: stopping });
  closing.defer(async () => await db.close());
  await untilReachable('MongoDB', async () => await db.blindIndex.renew(), { log, signal: stopping });
  await untilReachable('MongoDB', async () => await db.serverClock.measure(), { log, signal: stopping });
  const parts = createParts({ name, environment, log, db, tracing, closing });
  closing.defer(watchClock({ db, log, metrics: parts.metrics }));
  return { ...parts, stopping, closing };
}

/**
 * Serves metrics and probes if the environment has a port for them.
 * @param ready resolves if the process can do its work, and rejects otherwise
 * @param furtherMetrics of the process, as Prometheus text
 */
export async function serveOperations(
  { environment, metrics, closing }: OpenParts,
  ready: () => Promise<unknown>,
  furtherMetrics?: () => Promise<string>,
): Promise<void> {
  if (environment.METRICS_PORT === undefined) return;
  const server = await startOperationsServer({
    host: environment.HOST,
    port: environment.METRICS_PORT,
    metrics,
    ...(furtherMetrics && { furtherMetrics }),
    ready: async () => void (await ready()),
  });
  closing.defer(() => void server.close());
}
