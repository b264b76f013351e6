// oxlint-disable-next-line import/no-unassigned-import -- first, because what is loaded before it is not traced
import '#adapters/telemetry/start.ts';
import { slotsInAll } from '#activities/slots.ts';
import { createServices } from '#process/composition/create-services.ts';
import { workerDatabaseSettings } from '#process/config/settings.ts';
import { openProcess, serveOperations } from '#process/start/open-process.ts';
import { runMain } from '#process/start/run-main.ts';
import { startWorker } from '#process/start/start-worker.ts';
import { watchClock } from '#process/start/watch-clock.ts';
import { followedByWorker } from '#store/mongo/followed-writes.ts';
import { installRuntime } from '#worker/install-runtime.ts';
import { temporalLogger } from '#worker/temporal-logger.ts';

/** A worker alone. */
async function main(): Promise<void> {
  const opened = await openProcess('worker', (environment) => ({
    ...workerDatabaseSettings(environment, slotsInAll),
    followed: followedByWorker,
  }));
  await using closing = opened.closing;
  const services = await createServices(opened);
  closing.defer(watchClock(services));
  const measured = opened.environment.METRICS_PORT !== undefined;
  const sdkMetrics = installRuntime(temporalLogger(opened.log), { service: 'worker', measured });
  const worker = await startWorker(opened, services);
  await serveOperations(opened, services, worker.ready, sdkMetrics);
  services.webhooks.start();
  await worker.run();
}

await runMain(main);
