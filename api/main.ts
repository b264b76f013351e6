// oxlint-disable-next-line import/no-unassigned-import -- first, because what is loaded before it is not traced
import '#adapters/telemetry/start.ts';
import { apiDatabaseSettings } from '#process/config/settings.ts';
import { openParts, serveOperations } from '#process/start/open-parts.ts';
import { runMain } from '#process/start/run-main.ts';
import { followedByApi } from '#store/mongo/followed-writes.ts';
import { startApi } from './start-api.ts';

async function main(): Promise<void> {
  const parts = await openParts('api', (environment) => ({
    ...apiDatabaseSettings(environment),
    followed: followedByApi,
  }));
  await using _ = parts.closing;
  parts.webhooks.start();
  const api = await startApi(parts);
  await serveOperations(parts, api.ready);
  await api.serve();
}

await runMain(main);
