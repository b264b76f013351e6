import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: none of them takes a port while its part is down. */
const lowest = 20_000;
const highest = 32_000;
const given = new Set<number>();

/**
 * A port of the loopback interface that stays free for a part that is killed and started again.
 * @throws {Error} when there is none
 */
export async function quietPort(): Promise<number> {
  const offset = process.pid % (highest - lowest);
  for (let tries = 0; tries < highest - lowest; tries += 1) {
    const port = lowest + ((offset * 7 + tries) % (highest - lowest));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no port from ${lowest} to ${highest} is free`);
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
