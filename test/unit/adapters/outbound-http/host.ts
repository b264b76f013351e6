import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A host on loopback, as a customer would run it. */
export interface Host {
  url: string;
  port: number;
  /** Connections that were made to it. */
  connections: number;
  /** Requests that reached it. */
  requests: number;
  /** Settles when the last connection that was made is closed. */
  closed(): Promise<void>;
  stop(): Promise<void>;
}

export async function startHost(answer: RequestListener): Promise<Host> {
  const server = createServer((request, response) => {
    host.requests += 1;
    answer(request, response);
  });
  let closed = Promise.resolve();
  server.on('connection', (socket: Socket) => {
    host.connections += 1;
    closed = new Promise((resolve) => socket.once('close', () => resolve()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host: Host = {
    url: `http://127.0.0.1:${port}`,
    port,
    connections: 0,
    requests: 0,
    closed: async () => await closed,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return host;
}
