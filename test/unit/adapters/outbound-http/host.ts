import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';

/** A host on loopback, as a customer would run it. */
export interface Host {
  url: string;
  port: number;
  /** Connections that were made to it. */
  connections: number;
  /** Requests that reached it. */
  requests: number;
  /** Settles when the last connection that was made is closed; before the first one, when that is. */
  closed(): Promise<void>;
  /** Settles when so many of its connections are open. */
  haveOpen(count: number): Promise<void>;
  /** Closes its connections, in use or not. */
  dropConnections(): void;
  stop(): Promise<void>;
}

export async function startHost(answer: RequestListener): Promise<Host> {
  const server = createServer((request, response) => {
    host.requests += 1;
    answer(request, response);
  });
  // Keeps idle connections open during a test.
  server.keepAliveTimeout = 60_000;
  let closed = Promise.resolve();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    host.connections += 1;
    open += 1;
    socket.once('close', () => (open -= 1));
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
    closed: async () => {
      // A client may know of its connection before its host does.
      await waitUntil(() => host.connections > 0, { timeoutMs: 120_000, what: 'a connection' });
      await closed;
    },
    haveOpen: async (count) =>
      await waitUntil(() => open === count, { timeoutMs: 120_000, what: `${count} open connections` }),
    dropConnections: () => server.closeAllConnections(),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return host;
}

/** A host that is stopped after the test. */
export async function host(answer: RequestListener): Promise<Host> {
  const started = await startHost(answer);
  onTestFinished(async () => await started.stop());
  return started;
}
