import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import getPort from 'get-port';

/**
 * Below the ports that systems assign by themselves: another process could otherwise take a port before ours listens on
 * it, or while it is down between two starts.
 */
const lowest = 20_000;
const highest = 32_000;

/**
 * A port of the loopback interface that nothing listens on. As long as this process lives, no process gets the same one
 * again, so that what is killed finds its port free when it is started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const claim = await claimed(port);
    if (claim === undefined) continue;
    if ((await getPort({ host: '127.0.0.1', port })) === port) return port;
    claim.close();
  }
}

/**
 * Claims a port among all processes that look for one: the same port of UDP, which nobody else uses, can be bound once,
 * and the system releases it when this process ends.
 */
async function claimed(port: number): Promise<Socket | undefined> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(socket, 'listening');
    return socket;
  } catch {
    socket.close();
    return undefined;
  }
}
