import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { converse, publishScripted, startThread } from '../support/conversation.ts';
import {
  type PartName,
  type ProcessStack,
  startProcessStack,
  untilApiAnswers,
} from '../support/process-stack.ts';
import {
  attemptsAt,
  createEndpoint,
  startReceiver,
  verified,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

const runs = 500;
const threads = 50;
const clients = 16;
const deliveredWithinMs = 120_000;
/** All nine retries come within a minute and a half. */
const WEBHOOK_RETRY_SCALE = '0.0003';

let stack: ProcessStack;
const receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  stack = await startProcessStack('webhooks', { WEBHOOK_RETRY_SCALE });
});
afterAll(async () => {
  await stack?.stop();
  for (const receiver of receivers) await receiver.stop();
});

async function newReceiver(): Promise<WebhookReceiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

async function killAndRestart(...names: PartName[]): Promise<void> {
  for (const name of names) await stack.kill(name);
  for (const name of names.toReversed()) await stack.restart(name);
}

it('[webhook.delivery.stored-with-event] [webhook.delivery.durable] [event.seq] [event.id] every event of 500 runs reaches both endpoints, under one id each, though worker and API are killed and one endpoint fails a third of its requests', async () => {
  const { db } = stack;
  const { client } = await stack.workspace();
  const agent = await publishScripted(client);
  const good = await newReceiver();
  const bad = await newReceiver();
  const refused = new Set<object>();
  bad.answer = (delivery, response, count) => {
    if (count % 3 === 0) refused.add(delivery);
    response.writeHead(count % 3 === 0 ? 500 : 204).end();
  };
  const endpoints = [
    { receiver: good, ...(await createEndpoint(client, good.url)) },
    { receiver: bad, ...(await createEndpoint(client, bad.url)) },
  ];
  const threadIds: string[] = [];
  for (let count = 0; count < threads; count += 1) threadIds.push(await startThread(client, agent.id));

  // Kills come at these numbers of accepted messages, while others are under way.
  const kills = new Map<number, PartName>([
    [100, 'worker'],
    [200, 'api'],
    [300, 'worker'],
    [400, 'api'],
    [490, 'worker'],
  ]);
  const restarts: Promise<void>[] = [];
  let posted = 0;
  let accepted = 0;
  const postAll = async () => {
    while (accepted < runs) {
      posted += 1;
      const thread = threadIds[posted % threads];
      const answer = await client
        .post(`/v1/loom/threads/${thread}/messages`, { content: `message ${posted}` })
        .catch(() => undefined);
      if (answer?.status !== 202) {
        await untilApiAnswers(stack.apiUrl);
        continue;
      }
      accepted += 1;
      const victim = kills.get(accepted);
      if (victim !== undefined) restarts.push(killAndRestart(victim));
    }
  };
  await Promise.all(Array.from({ length: clients }, postAll));
  await Promise.all(restarts);
  expect(restarts).toHaveLength(kills.size);
  await waitUntil(async () => (await db.runs.countDocuments({ state: 'running' })) === 0, {
    timeoutMs: 120_000,
    what: 'every run has ended',
  });

  const stored = await db.events.find().sort({ run_id: 1, seq: 1 }).toArray();
  const places = stored.map(({ run_id, seq, type }) => `${run_id} ${seq} ${type}`);
  const all = await db.runs.find().sort({ _id: 1 }).toArray();
  expect(all.length).toBeGreaterThanOrEqual(runs);
  expect(places).toEqual(
    all.flatMap(({ _id }) => [
      `${_id} 1 run.started`,
      `${_id} 2 message.completed`,
      `${_id} 3 run.completed`,
    ]),
  );
  for (const { receiver, secret } of endpoints) {
    const taken = () =>
      new Set(receiver.deliveries.filter((delivery) => !refused.has(delivery)).map(({ event }) => event.id));
    await waitUntil(() => taken().size >= stored.length, {
      timeoutMs: deliveredWithinMs,
      what: 'every event is delivered',
    });
    expect(taken()).toEqual(new Set(stored.map(({ _id }) => _id)));
    // One id each: an id is that of one place in one run, in every attempt.
    const idOfPlace = new Map(stored.map(({ _id, run_id, seq, type }) => [`${run_id} ${seq} ${type}`, _id]));
    for (const delivery of receiver.deliveries) {
      const { id, run_id, seq, type } = verified(delivery, secret);
      expect(idOfPlace.get(`${run_id} ${seq} ${type}`)).toBe(id);
      expect(delivery.headers['webhook-id']).toBe(id);
    }
  }
  // Every success is recorded as well, and nothing is pending any more.
  await waitUntil(async () => (await db.pending_deliveries.countDocuments()) === 0, {
    timeoutMs: deliveredWithinMs,
    what: 'nothing is pending',
  });
  const succeeded = await db.webhook_attempts.find({ status: 'succeeded' }).toArray();
  const pairs = new Set(succeeded.map(({ endpoint_id, event_id }) => `${endpoint_id} ${event_id}`));
  expect(pairs.size).toBe(2 * stored.length);
});

it('[webhook.delivery.durable] retries survive a restart of everything', async () => {
  const { client } = await stack.workspace();
  const receiver = await newReceiver();
  receiver.answer = (_, response, count) =>
    count === 1 ? response.writeHead(503, { 'retry-after': '4' }).end() : response.writeHead(204).end();
  const { id, secret } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  await converse(client, await startThread(client), 'Hello');
  const [failed] = await attemptsAt(client, id, 1);
  await killAndRestart('api', 'worker', 'temporal', 'mongodb');
  await untilApiAnswers(stack.apiUrl);
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ event_id, attempt, status }) => [event_id, attempt, status])).toEqual([
    [failed?.event_id, 1, 'failed'],
    [failed?.event_id, 2, 'succeeded'],
  ]);
  const ids = receiver.deliveries.map((delivery) => verified(delivery, secret).id);
  expect(ids).toEqual([failed?.event_id, failed?.event_id]);
});
