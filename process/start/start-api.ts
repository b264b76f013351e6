import { serve } from '#api/http/server/serve.ts';
import { createApi } from '#process/composition/create-api.ts';
import type { Services } from '#process/composition/create-services.ts';
import type { Process } from '#process/composition/process.ts';
import { connectVoice } from '#process/composition/providers.ts';
import { abortsAfter } from './aborts-after.ts';

/** The API of a process, which does not listen yet. */
export interface StartedApi {
  /** Resolves if MongoDB and Temporal respond, the clock is right and the process is not stopping, and rejects otherwise. */
  ready: () => Promise<void>;
  /** Listens until some seconds after the process receives a stop signal, and resolves when the last request is answered. */
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
  const leaving = stopping;
  const closed = abortsAfter(leaving, environment.SHUTDOWN_DELAY_SECONDS * 1000);
  const voice = await connectVoice(environment, log);
  const api = await createApi(services, { voice, leaving, stopping: closed });
  closing.defer(async () => await api.close());
  return {
    ready: async () => {
      leaving.throwIfAborted();
      await Promise.all([db.ping(), api.pingTemporal()]);
      db.serverClock.check();
    },
    serve: async () => await serve(api.server, { host, port, log, stopping: closed }),
  };
}

/** Only this machine reaches the API there. */
function isLoopback(host: string): boolean {
  return host.startsWith('127.') || host === '::1';
}
