// oxlint-disable-next-line import/no-unassigned-import -- first, because what is loaded before it is not traced
import '#adapters/telemetry/start.ts';
import { slotsInAll } from '#activities/slots.ts';
import { createServices } from '#process/composition/create-services.ts';
import { apiDatabaseSettings, workerDatabaseSettings } from '#process/config/settings.ts';
import { openProcess, serveOperations } from '#process/start/open-process.ts';
import { prepareTemporal } from '#process/start/prepare-temporal.ts';
import { runMain } from '#process/start/run-main.ts';
import { startApi } from '#process/start/start-api.ts';
import { type StartedWorker, startWorker } from '#process/start/start-worker.ts';
import { untilBothEnd } from '#process/start/until-both-end.ts';
import { watchClock } from '#process/start/watch-clock.ts';
import { followedByAll } from '#store/mongo/followed-writes.ts';
import { openDatabase } from '#store/open-database.ts';
import { installRuntime } from '#worker/install-runtime.ts';
import { temporalLogger } from '#worker/temporal-logger.ts';

/** An API and a worker in one process. The API serves what it can before Temporal responds. */
async function main(): Promise<void> {
  const opened = await openProcess('service', (environment) => ({
    ...workerDatabaseSettings(environment, slotsInAll),
    followed: followedByAll,
  }));
  const { environment, stopping } = opened;
  await using closing = opened.closing;
  const measured = environment.METRICS_PORT !== undefined;
  const sdkMetrics = installRuntime(temporalLogger(opened.log), { service: 'service', measured });
  // The clients of the API wait less long for MongoDB than a worker does.
  const apiDb = await openDatabase({ ...apiDatabaseSettings(environment), follows: opened.db });
  closing.defer(async () => await apiDb.close());
  const services = await createServices(opened, { apiDb });
  closing.defer(watchClock(services));
  services.webhooks.start();
  const api = await startApi(opened, services);
  let worker: StartedWorker | undefined;
  const work = async () => {
    if (environment.MIGRATE) await prepareTemporal(opened, services);
    worker = await startWorker(opened, services);
    await worker.run();
  };
  const ready = async () => {
    if (worker === undefined) throw new Error('the worker is not connected to Temporal');
    await Promise.all([api.ready(), worker.ready()]);
  };
  await serveOperations(opened, services, ready, sdkMetrics);
  await untilBothEnd(stopping, [api.serve(), work()]);
}

await runMain(main);
