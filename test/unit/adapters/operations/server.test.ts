import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics, startOperationsServer } from '#adapters/operations/server.ts';

type Server = Awaited<ReturnType<typeof startOperationsServer>>;

let server: Server;
let ready = true;
beforeAll(async () => {
  server = await startOperationsServer({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics('test'),
    ready: async () => {
      if (!ready) throw new Error('the password is hunter2');
    },
  });
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

async function get(path: string): Promise<[status: number, type: string | null, body: string]> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
  return [response.status, response.headers.get('content-type'), await response.text()];
}

it('[operations.metrics] metrics are Prometheus text, with the name of the service', async () => {
  const [status, type, body] = await get('/metrics');
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(body).toMatch(/^# TYPE process_cpu_seconds_total counter$/m);
  expect(body).toMatch(/^process_resident_memory_bytes\{service="test"\} \d+$/m);
});

it('a process that cannot do its work is not ready, and lives all the same', async () => {
  expect(await get('/readyz')).toEqual([200, 'text/plain', 'ok\n']);
  ready = false;
  expect(await get('/readyz')).toEqual([503, 'text/plain', 'not ready\n']);
  expect(await get('/healthz')).toEqual([200, 'text/plain', 'ok\n']);
});

it('[operations.sdk-metrics] metrics that are measured elsewhere follow, and what cannot be read is no metrics', async () => {
  const registry = createMetrics('test');
  let broken = false;
  const further = await startOperationsServer({
    host: '127.0.0.1',
    port: 0,
    metrics: registry,
    furtherMetrics: async () => {
      if (broken) throw new Error('the exporter is gone');
      return await Promise.resolve('other_total 1\n');
    },
    ready: () => Promise.resolve(),
  });
  const { port } = further.address() as AddressInfo;
  const read = async () =>
    await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } });
  expect(await (await read()).text()).toMatch(/^process_cpu_seconds_total[^]*\nother_total 1\n$/m);
  broken = true;
  expect((await read()).status).toBe(500);
  further.close();
  await once(further, 'close');
});

it('nothing else is served', async () => {
  expect(await get('/v1/agents')).toEqual([404, 'text/plain', 'not found\n']);
});

it('a port that is taken is an error', async () => {
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, metrics: createMetrics('test'), ready: () => Promise.resolve() };
  await expect(startOperationsServer(options)).rejects.toThrow('EADDRINUSE');
});

it('[config.host] it listens on the address that it was given, and on no other', () => {
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
});
