import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { slots } from '#activities/slots.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startService, type TestService } from '../../support/service.ts';
import { attemptsAt, createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';

let service: TestService;
/** Attempts are counted where they are made: a receiver learns late that one has ended. */
let attempts: SentAttempts;
/** A fraction of what is in production. */
const fewSlots = { total: 100, perWorkspace: 8 };
beforeAll(async () => {
  attempts = countAttempts(createOutboundHttp({ allowPrivateAddresses: ['loopback'] }));
  const usual = { ...slots.webhooks };
  Object.assign(slots.webhooks, fewSlots);
  service = await startService({ webhooks: { outboundHttp: attempts } });
  Object.assign(slots.webhooks, usual);
});
afterAll(async () => await service.stop());

interface SentAttempts extends Pick<OutboundHttp, 'send'> {
  /** How many attempts at a URL were made before the first of them ended: so many were under way at once. */
  beforeFirstEnd: (url: string) => number;
  /** Holds attempts at a URL before they are made, so that none ends until the returned function is called. */
  hold: (url: string) => () => void;
}

function countAttempts({ send }: Pick<OutboundHttp, 'send'>): SentAttempts {
  const made = new Map<string, number>();
  const ended = new Set<string>();
  const held = new Map<string, Promise<void>>();
  return {
    send: async (request) => {
      const { url } = request;
      if (!ended.has(url)) made.set(url, (made.get(url) ?? 0) + 1);
      try {
        await held.get(url);
        return await send(request);
      } finally {
        ended.add(url);
      }
    },
    beforeFirstEnd: (url) => made.get(url) ?? 0,
    hold: (url) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(url, promise);
      return resolve;
    },
  };
}

/** Accepts connections, and treats them as scripted. */
async function startSocketServer(take: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Clients hang up on connections that hang: no fault here.
    socket.on('error', () => {});
    take(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
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
  const release = attempts.hold(hanging.url);
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
  // 10 runs of 3 events: more than what may be on its way to one endpoint at once.
  for (let run = 1; run <= 10; run += 1) {
    runs.push((await converse(client, thread, `run ${run}`)).id);
    // No event waits for two seconds behind those of earlier runs: it would be left to the sweep.
    await waitUntil(() => good.deliveries.length >= run * 3, { timeoutMs: 60_000, what: 'all its events' });
  }
  const ends = await good.received('run.completed', runs.length);
  expect(new Set(ends.map(({ event }) => event.run_id))).toEqual(new Set(runs));
  expect(ends).toHaveLength(runs.length);
  expect(good.deliveries).toHaveLength(30);
  await expect.poll(() => attempts.beforeFirstEnd(hanging.url)).toBe(8);
  release();
  expect(gone.deliveries.length).toBeLessThan(9);

  const [reset] = await attemptsAt(client, ids.resetting, 1);
  expect(reset).toMatchObject({ status: 'failed', error: { code: 'reset' } });
  expect(reset).not.toHaveProperty('response_status');
  expect((await attemptsAt(client, ids.refusing, 1))[0]).toMatchObject({ error: { code: 'refused' } });
  const [hung] = await attemptsAt(client, ids.hanging, 1);
  expect(hung).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
  expect(hung?.duration_ms).toBeGreaterThanOrEqual(14_900);
  for (const receiver of [hanging, resetting]) receiver.stop();
  await Promise.all([good.stop(), gone.stop()]);
});

it('[webhook.delivery.workspace-share] endpoints of one workspace that hang take neither the places of first attempts nor those of further ones from another workspace', async () => {
  // The share of one workspace in EndpointQueues, and the worker's concurrency.
  const [first, further] = [128, fewSlots.perWorkspace];
  const dead = await service.workspace({ subject: 'ada' });
  const hanging = 'http://127.0.0.1:9/hangs';
  const release = attempts.hold(hanging);
  // As if most of them had been deleted and created again while attempts were in progress.
  await service.db.accounts.updateOne({ _id: dead.id }, { $set: { webhook_endpoints: -1000 } });
  const endpoints: string[] = [];
  for (let count = 0; count < first + 5; count += 1) {
    endpoints.push((await createEndpoint(dead.client, hanging, { events: ['run.started'] })).id);
  }
  const run = await converse(dead.client, await startThread(dead.client), 'Hello');
  const underWay = () => attempts.beforeFirstEnd(hanging);
  const untilUnderWay = async (count: number) =>
    await waitUntil(() => underWay() >= count, { timeoutMs: 120_000, what: `${count} attempts hang` });
  await untilUnderWay(first);

  const receiver = await startReceiver();
  const alive = await service.workspace({ subject: 'ada' });
  const endpoint = await createEndpoint(alive.client, receiver.url);
  const delivered = await converse(alive.client, await startThread(alive.client), 'Hello');
  await receiver.received('run.completed');
  expect(underWay()).toBe(first);

  const [started] = await eventsOf(service.db, run.id);
  const redelivered = endpoints.slice(0, further + 4);
  const redeliver = async (id: string) =>
    await dead.client.post(`/v1/webhook-endpoints/${id}/redeliver`, { event_id: started?._id });
  // Several at once: an attempt of a workflow is given up after two minutes.
  while (redelivered.length > 0) await Promise.all(redelivered.splice(0, 10).map(redeliver));
  await untilUnderWay(first + further);
  const [event] = await eventsOf(service.db, delivered.id);
  await alive.client.post(`/v1/webhook-endpoints/${endpoint.id}/redeliver`, { event_id: event?._id });
  await receiver.received('run.started', 2);
  expect(underWay()).toBe(first + further);
  // Nothing of it is tried again while other tests run.
  await service.db.webhook_endpoints.deleteMany({ workspace_id: dead.id });
  release();
  await receiver.stop();
});

it('[webhook.delivery.keep-alive] deliveries to one endpoint, one after the other, come on one connection', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const receiver = await startReceiver();
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  const thread = await startThread(client);
  for (let count = 1; count <= 3; count += 1) {
    await converse(client, thread, 'Hello');
    await attemptsAt(client, id, count);
  }
  expect(receiver.deliveries).toHaveLength(3);
  expect(receiver.connections()).toBe(1);
  await receiver.stop();
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
  const { id } = await createEndpoint(client, 'http://127.0.0.1:9/hook');
  for (const url of [
    'http://169.254.169.254/latest',
    'http://10.0.0.1/hook',
    'http://[::ffff:10.0.0.1]/hook',
  ]) {
    // As if its name had resolved to another address when the endpoint was created.
    await service.db.webhook_endpoints.updateOne({ _id: id }, { $set: { url } });
    const { data } = await client.post<object>(`/v1/webhook-endpoints/${id}/test`);
    expect(data).toMatchObject({ status: 'failed', error: { code: 'blocked_address' } });
    expect(data).not.toHaveProperty('response_status');
  }
});
