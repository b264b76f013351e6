// oxlint-disable-next-line import/no-unassigned-import -- first, because what is loaded before it is not traced
import '#adapters/telemetry/start.ts';
import { slotsInAll } from '#activities/slots.ts';
import { workerDatabaseSettings } from '#process/config/settings.ts';
import { openParts, serveOperations } from '#process/start/open-parts.ts';
import { runMain } from '#process/start/run-main.ts';
import { followedByWorker } from '#store/mongo/followed-writes.ts';
import { installRuntime } from './install-runtime.ts';
import { startWorker } from './start-worker.ts';
import { temporalLogger } from './temporal-logger.ts';

async function main(): Promise<void> {
  const parts = await openParts('worker', (environment) => ({
    ...workerDatabaseSettings(environment, slotsInAll),
    followed: followedByWorker,
  }));
  await using _ = parts.closing;
  const measured = parts.environment.METRICS_PORT !== undefined;
  const sdkMetrics = installRuntime(temporalLogger(parts.log), { service: 'worker', measured });
  const worker = await startWorker(parts);
  await serveOperations(parts, worker.ready, sdkMetrics);
  parts.webhooks.start();
  await worker.run();
}

await runMain(main);
