import { apiDatabaseSettings } from '#config/settings.ts';
import { connectVoice } from '#process/providers.ts';
import { openParts, serveOperations } from '#process/open-parts.ts';
import { runMain } from '#process/run-main.ts';
import { followedByApi } from '#store/mongo/followed-writes.ts';
import { createApi } from './create-api.ts';
import { serve } from './http/server/serve.ts';

async function main(): Promise<void> {
  const parts = await openParts('api', (environment) => ({
    ...apiDatabaseSettings(environment),
    followed: followedByApi,
  }));
  const { environment, db, webhooks, log, stopping } = parts;
  await using closing = parts.closing;
  if (environment.BASE_URL === undefined && !isLoopback(environment.HOST)) {
    log.warn('BASE_URL is not set, so MCP clients can be connected from this machine only');
  }
  webhooks.start();
  const api = await createApi({ ...parts, voice: await connectVoice(environment, log) });
  closing.defer(async () => await api.close());
  await serveOperations(parts, async () => await Promise.all([db.ping(), api.pingTemporal()]));
  await serve(api.server, { host: environment.HOST, port: environment.PORT, log, stopping });
}

/** Only this machine reaches the API there. */
function isLoopback(host: string): boolean {
  return host.startsWith('127.') || host === '::1';
}

await runMain(main);
