import { createServer } from 'node:net';
import { clearLockedPorts } from 'get-port';
import { expect, test } from 'vitest';
import { freePort } from '#dev/servers/free-port.ts';

test('a port is none that the system assigns by itself, and is not given again while this process lives', async () => {
  const ports = new Set<number>();
  // Of so many random ports, some would be the same.
  for (let count = 0; count < 600; count += 1) {
    // As for another process, or for this one some time later.
    clearLockedPorts();
    ports.add(await freePort());
  }
  expect(ports.size).toBe(600);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('a port that is given can be listened on', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(server.address()).toMatchObject({ port });
  server.close();
});
