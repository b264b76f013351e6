import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#engine/ports/log.ts';

/** How long a stopping server gives its requests to finish. */
const drainMs = 20_000;
/** How often it checks for idle keep-alive connections. */
const idleCheckMs = 100;

/**
 * Listens until the process receives a stop signal, then accepts no new connections and resolves when the last request
 * is answered.
 * @param host the only address to listen on
 * @throws if it cannot listen on the port
 */
export async function serve(
  server: Server,
  { host, port, log, stopping }: { host: string; port: number; log: Log; stopping: AbortSignal },
): Promise<void> {
  const silent = followSilent(server);
  server.listen(port, host);
  await once(server, 'listening');
  log.info({ host, port }, 'api listens');
  if (!stopping.aborted) await once(stopping, 'abort');
  const closed = once(server, 'close');
  server.close();
  const idle = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  }, idleCheckMs);
  const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(idle);
  clearTimeout(overdue);
  log.info({}, 'api drained');
}

/** Connections that have not sent a request yet: clients open some in advance, and Node does not count them as idle. */
function followSilent(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}
