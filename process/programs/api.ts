// oxlint-disable-next-line import/no-unassigned-import -- first, because what is loaded before it is not traced
import '#adapters/telemetry/start.ts';
import { createServices } from '#process/composition/create-services.ts';
import { apiDatabaseSettings } from '#process/config/settings.ts';
import { openProcess, serveOperations } from '#process/start/open-process.ts';
import { runMain } from '#process/start/run-main.ts';
import { startApi } from '#process/start/start-api.ts';
import { watchClock } from '#process/start/watch-clock.ts';
import { followedByApi } from '#store/mongo/followed-writes.ts';

/** An API alone. */
async function main(): Promise<void> {
  const opened = await openProcess('api', (environment) => ({
    ...apiDatabaseSettings(environment),
    followed: followedByApi,
  }));
  await using closing = opened.closing;
  const services = await createServices(opened);
  closing.defer(watchClock(services));
  services.webhooks.start();
  const api = await startApi(opened, services);
  await serveOperations(opened, services, api.ready);
  await api.serve();
}

await runMain(main);
