import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { converse, startThread } from '../../support/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';
import { attemptsAt, createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.stop());

/** Takes connections, and does with them what it is told. */
async function startSocketServer(take: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Whoever connected hangs up on what hangs: that is no fault here.
    socket.on('error', () => {});
    take(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken: () => sockets.size,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

it('[webhook.delivery.isolated] [webhook.delivery.success] a receiver that hangs, one that resets and one that is gone delay neither the others nor a run', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const good = await startReceiver();
  const gone = await startReceiver();
  gone.answer = (_, response) => response.writeHead(410).end();
  const hanging = await startSocketServer(() => {});
  const resetting = await startSocketServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  const ids = {
    hanging: (await createEndpoint(client, hanging.url)).id,
    resetting: (await createEndpoint(client, resetting.url)).id,
    gone: (await createEndpoint(client, gone.url)).id,
    refusing: (await createEndpoint(client, 'http://127.0.0.1:1/hook')).id,
    good: (await createEndpoint(client, good.url)).id,
  };
  const thread = await startThread(client);
  const runs: string[] = [];
  const startedAt = Date.now();
  // 10 runs of 3 events: more than what may be on its way to one endpoint at once.
  for (let run = 0; run < 10; run += 1) runs.push((await converse(client, thread, `run ${run}`)).id);
  const ends = await good.received('run.completed', runs.length);
  expect(new Set(ends.map(({ event }) => event.run_id))).toEqual(new Set(runs));
  expect(ends).toHaveLength(runs.length);
  await waitUntil(() => good.deliveries.length === 30, { timeoutMs: 5000, what: 'all events' });
  // Less than a single time-out of the receiver that hangs.
  expect(Date.now() - startedAt).toBeLessThan(14_000);
  expect(hanging.taken()).toBe(8);
  expect(gone.deliveries.length).toBeLessThan(9);

  const [reset] = await attemptsAt(client, ids.resetting, 1);
  expect(reset).toMatchObject({ status: 'failed', error: { code: 'reset' } });
  expect(reset).not.toHaveProperty('response_status');
  expect((await attemptsAt(client, ids.refusing, 1))[0]).toMatchObject({ error: { code: 'refused' } });
  const [hung] = await attemptsAt(client, ids.hanging, 1);
  expect(hung).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
  expect(hung?.duration_ms).toBeGreaterThanOrEqual(14_900);
  expect(hung?.duration_ms).toBeLessThan(17_000);
  for (const receiver of [hanging, resetting]) receiver.stop();
  await Promise.all([good.stop(), gone.stop()]);
});

it('[webhook.delivery.success] a 2xx counts whatever its body: one that is too large, or breaks off', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const receiver = await startReceiver();
  receiver.answer = (_, response, count) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    if (count === 1) response.end('x'.repeat(3 * 1024 * 1024));
    else response.write('x', () => response.destroy());
  };
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.started', 'run.completed'] });
  await converse(client, await startThread(client), 'Hello');
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ status, response_status }) => [status, response_status])).toEqual([
    ['succeeded', 200],
    ['succeeded', 200],
  ]);
  await receiver.stop();
});

it('[webhook.endpoint.address] an address that is not public is not connected to, whatever its name', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  for (const url of [
    'http://169.254.169.254/latest',
    'http://10.0.0.1/hook',
    'http://[::ffff:10.0.0.1]/hook',
  ]) {
    const { id } = await createEndpoint(client, url);
    const { data } = await client.post<object>(`/v1/webhook-endpoints/${id}/test`);
    expect(data).toMatchObject({ status: 'failed', error: { code: 'blocked_address' } });
    expect(data).not.toHaveProperty('response_status');
  }
});
