import { startOperationsServer } from '#adapters/operations/server.ts';
import { tracing } from '#adapters/telemetry/start.ts';
import type { Services } from '#process/composition/create-services.ts';
import type { Process, ProcessName } from '#process/composition/process.ts';
import { type Environment, parseEnvironment } from '#process/config/environment.ts';
import { createLogger } from '#process/config/logger.ts';
import { withSecretFiles } from '#process/config/secret-files.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { type DatabaseOptions, openDatabase, openMigrated } from '#store/open-database.ts';
import { stopSignal } from './stop-signal.ts';
import { untilReachable } from './until-reachable.ts';

/**
 * Reads the environment and opens the database. Waits until MongoDB can be used. A process of both migrates it, unless the
 * environment says otherwise.
 * @throws {EnvironmentError} if the environment cannot be used
 * @throws {AbortError} if the process is stopped while it waits
 */
export async function openProcess(
  name: ProcessName,
  databaseOptions: (environment: Environment) => DatabaseOptions,
): Promise<Process> {
  const environment = parseEnvironment(withSecretFiles(process.env));
  const log = createLogger(name, environment.LOG_LEVEL, undefined, tracing?.traceIds);
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
  return { name, environment, log, db, tracing, stopping, closing };
}

/**
 * Serves metrics and probes if the environment has a port for them.
 * @param ready resolves if the process can do its work, and rejects otherwise
 * @param furtherMetrics of the process, as Prometheus text
 */
export async function serveOperations(
  { environment, closing }: Process,
  { metrics }: Pick<Services, 'metrics'>,
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
