import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether something listens there. This is cheaper than a client that retries in the background. */
export async function acceptsConnections(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
