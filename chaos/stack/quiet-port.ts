import getPort, { portNumbers } from 'get-port';

/**
 * Below the ports that systems assign to outgoing connections, so that none of them takes a port while its part is
 * down.
 */
const lowest = 20_000;
const highest = 32_000;

/** A port of the loopback interface that stays free for a part that is killed and restarted. */
export async function quietPort(): Promise<number> {
  // Concurrent runs of chaos start their search in different places.
  const first = lowest + ((process.pid * 7) % (highest - lowest));
  return await getPort({ host: '127.0.0.1', port: portNumbers(first, highest), reserve: true });
}
