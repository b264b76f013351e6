import getPort from 'get-port';

/**
 * A port of the loopback interface that nothing listens on. This process does not get the same one again for some
 * seconds.
 */
export async function freePort(): Promise<number> {
  return getPort({ host: '127.0.0.1' });
}
