import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on loopback. */
export interface Loopback {
  server: Server;
  port: number;
  /** Its origin, without a path. */
  url: string;
  /** Breaks off requests that are not answered. */
  stop: () => Promise<void>;
}

/**
 * Serves requests, and forgets those that break off before they have arrived: nobody has asked for anything.
 * @param port Default: any that is free, which may be another's as soon as the server has stopped
 */
export async function serveOnLoopback(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port = 0,
): Promise<Loopback> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (request.complete) throw error;
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const taken = (server.address() as AddressInfo).port;
  return {
    server,
    port: taken,
    url: `http://127.0.0.1:${taken}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
