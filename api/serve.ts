import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from '#config/logger.ts';

/** How long a stopping server lets its requests finish. */
const drainMs = 20_000;

/**
 * Listens until told to stop, then takes no new connections and resolves when the last request is answered.
 * @throws when the port cannot be listened on
 */
export async function serve(
  server: Server,
  { port, log, stopping }: { port: number; log: Logger; stopping: AbortSignal },
): Promise<void> {
  server.listen(port);
  await once(server, 'listening');
  log.info({ port }, 'api listens');
  if (!stopping.aborted) await once(stopping, 'abort');
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(overdue);
  log.info('api drained');
}
