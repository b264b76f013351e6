import { serve } from '#api/http/server/serve.ts';
import { createApi } from '#process/composition/create-api.ts';
import type { Services } from '#process/composition/create-services.ts';
import type { Process } from '#process/composition/process.ts';
import { connectVoice } from '#process/composition/providers.ts';

/** The API of a process, which does not listen yet. */
export interface StartedApi {
  /** Resolves if MongoDB and Temporal respond and the clock is right, and rejects otherwise. */
  ready: () => Promise<void>;
  /** Listens until the process receives a stop signal, and resolves when the last request is answered. */
  serve: () => Promise<void>;
}

/**
 * Creates the API of a process, which is closed with its other parts.
 * @throws if MongoDB does not respond
 */
export async function startApi(
  { environment, log, stopping, closing }: Process,
  services: Services,
): Promise<StartedApi> {
  const { HOST: host, PORT: port } = environment;
  const { apiDb: db } = services;
  if (environment.BASE_URL === undefined && !isLoopback(host)) {
    log.warn('BASE_URL is not set, so MCP clients can be connected from this machine only');
  }
  const api = await createApi(services, { voice: await connectVoice(environment, log), stopping });
  closing.defer(async () => await api.close());
  return {
    ready: async () => {
      await Promise.all([db.ping(), api.pingTemporal()]);
      db.serverClock.check();
    },
    serve: async () => await serve(api.server, { host, port, log, stopping }),
  };
}

/** Only this machine reaches the API there. */
function isLoopback(host: string): boolean {
  return host.startsWith('127.') || host === '::1';
}
