import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running server on the loopback interface. */
export interface LoopbackServer {
  /** Its base URL, without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves HTTP on the loopback interface. If a handler fails, for example because the caller disconnects in the middle
 * of its request, the connection is broken.
 * @param port 0 for a free one
 */
export async function serveLoopback(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port = 0,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
