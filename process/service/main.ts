// oxlint-disable-next-line import/no-unassigned-import -- first, because what is loaded before it is not traced
import '#adapters/telemetry/start.ts';
import { slotsInAll } from '#activities/slots.ts';
import { startApi } from '#api/start-api.ts';
import { apiDatabaseSettings, workerDatabaseSettings } from '#process/config/settings.ts';
import { openParts, serveOperations } from '#process/start/open-parts.ts';
import { runMain } from '#process/start/run-main.ts';
import { openDatabase } from '#store/open-database.ts';
import { followedByAll } from '#store/mongo/followed-writes.ts';
import { installRuntime } from '#worker/install-runtime.ts';
import { type StartedWorker, startWorker } from '#worker/start-worker.ts';
import { temporalLogger } from '#worker/temporal-logger.ts';
import { prepareTemporal } from './prepare-temporal.ts';
import { untilBothEnd } from './until-both-end.ts';

/** An API and a worker in one process. The API serves what it can before Temporal responds. */
async function main(): Promise<void> {
  const parts = await openParts('service', (environment) => ({
    ...workerDatabaseSettings(environment, slotsInAll),
    followed: followedByAll,
  }));
  const { environment, stopping, closing, webhooks } = parts;
  await using _ = closing;
  const measured = environment.METRICS_PORT !== undefined;
  const sdkMetrics = installRuntime(temporalLogger(parts.log), { service: 'service', measured });
  // The clients of the API wait less long for MongoDB than a worker does.
  const db = await openDatabase({ ...apiDatabaseSettings(environment), follows: parts.db });
  closing.defer(async () => await db.close());
  webhooks.start();
  const api = await startApi({ ...parts, db });
  let worker: StartedWorker | undefined;
  const work = async () => {
    if (environment.MIGRATE) await prepareTemporal(parts);
    worker = await startWorker(parts);
    await worker.run();
  };
  const ready = async () => {
    if (worker === undefined) throw new Error('the worker is not connected to Temporal');
    await Promise.all([api.ready(), worker.ready()]);
  };
  await serveOperations(parts, ready, sdkMetrics);
  await untilBothEnd(stopping, [api.serve(), work()]);
}

await runMain(main);
