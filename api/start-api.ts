import { connectVoice } from '#process/start/providers.ts';
import type { OpenParts } from '#process/start/open-parts.ts';
import { createApi } from './create-api.ts';
import { serve } from './http/server/serve.ts';

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
export async function startApi(parts: OpenParts): Promise<StartedApi> {
  const { environment, db, log, stopping, closing } = parts;
  const { HOST: host, PORT: port } = environment;
  if (environment.BASE_URL === undefined && !isLoopback(host)) {
    log.warn('BASE_URL is not set, so MCP clients can be connected from this machine only');
  }
  const api = await createApi({ ...parts, voice: await connectVoice(environment, log) });
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
