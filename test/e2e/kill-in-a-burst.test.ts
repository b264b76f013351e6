import { expect, it, vi } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { ApiClient } from '../support/api-client.ts';
import { converse, post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { followThread } from '../support/event-source.ts';
import { modelEnvironment } from '../support/extract.ts';
import { accountOf } from '../support/ledger.ts';
import { anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { startModelServer, streamOnDemand } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { type PartName, startStackWithServers, untilApiAnswers } from '../support/process-stack.ts';
import {
  accept,
  attemptsAt,
  createEndpoint,
  type ReceivedDelivery,
  startReceiver,
  verified,
} from '../support/webhook-receiver.ts';
import { patience, waitMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';

vi.setConfig(patience);

const messages = 100;
const threads = 30;
const clients = 16;
/** In credits: more than all messages cost. */
const credits = 1000;
/** All nine retries come within a minute and a half. */
const WEBHOOK_RETRY_SCALE = '0.0003';
/** Kills come at these numbers of accepted messages, while others are under way. */
const kills = new Map<number, PartName>([
  [20, 'api'],
  [40, 'worker'],
  [60, 'temporal'],
  [80, 'mongodb'],
  [95, 'worker'],
]);

const models = perFile(startModelServer, async (it) => await it.close());
const good = perFile(startReceiver);
const bad = perFile(startReceiver);
const retried = perFile(startReceiver);
const stack = perFile(() =>
  startStackWithServers('burst', { WEBHOOK_RETRY_SCALE, ...modelEnvironment(models.url) }),
);

const restarting = new Map<PartName, Promise<void>>();

/** A part that is still on its way back from its last death dies again when it is there. */
async function killAndRestart(name: PartName): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = restarting.get(name);
  restarting.set(name, promise);
  await before;
  await stack.kill(name);
  await stack.restart(name);
  resolve();
}

/** Posts until so many messages are accepted, and kills on the way. Resolves to their contents by run. */
async function burst(client: ApiClient, threadIds: string[]): Promise<Map<string, string>> {
  const accepted = new Map<string, string>();
  const restarts: Promise<void>[] = [];
  let posted = 0;
  const postAll = async () => {
    while (accepted.size < messages) {
      posted += 1;
      const content = `/sleep 20\n/say reply to ${posted}`;
      const thread = threadIds[posted % threads];
      // A message without its 202 may have been stored or not: the client cannot know, and neither is wrong.
      const answer = await client
        .post<{ run_id: string }>(`/v1/loom/threads/${thread}/messages`, { content })
        .catch(() => undefined);
      if (answer?.status !== 202) {
        await untilApiAnswers(stack.apiUrl);
        continue;
      }
      accepted.set(answer.data.run_id, content);
      const victim = kills.get(accepted.size);
      if (victim !== undefined) restarts.push(killAndRestart(victim));
    }
  };
  await Promise.all(Array.from({ length: clients }, postAll));
  await Promise.all(restarts);
  expect(restarts).toHaveLength(kills.size);
  await waitUntil(async () => (await stack.db.runs.countDocuments({ state: 'running' })) === 0, {
    timeoutMs: waitMs,
    what: 'every run has ended',
  });
  return accepted;
}

/** An event of a run by its place: its id must be that of one place, in every attempt to deliver it. */
const placeOf = ({ run_id, seq, type }: Pick<EventDocument, 'run_id' | 'seq' | 'type'>) =>
  `${run_id} ${seq} ${type}`;

it('[invariant.accepted-message-never-lost] [invariant.event-once] [webhook.delivery.stored-with-event] [webhook.delivery.durable] [event.stored-with-state] [event.seq] [event.id] every accepted message has exactly one reply, and every event reaches both endpoints under one id, whatever is killed in between and though one endpoint fails a third of its requests', async () => {
  const { db } = stack;
  const { id: workspace, client } = await stack.workspace({ credits });
  const agent = await publishScripted(client);
  const refused = new Set<ReceivedDelivery>();
  bad.answer = (delivery, response, count) => {
    const before = [...refused].filter(({ event }) => event.id === delivery.event.id).length;
    // None so often that it is given up: by chance, one of so many would be refused at all of its ten attempts.
    const refuses = count % 3 === 0 && before < 5;
    if (refuses) refused.add(delivery);
    response.writeHead(refuses ? 500 : 204).end();
  };
  const endpoints = [
    { receiver: good, ...(await createEndpoint(client, good.url)) },
    { receiver: bad, ...(await createEndpoint(client, bad.url)) },
  ];
  const threadIds: string[] = [];
  for (let count = 0; count < threads; count += 1) threadIds.push(await startThread(client, agent.id));
  const accepted = await burst(client, threadIds);

  const ids = [...accepted.keys()];
  const runs = await db.runs.find({ _id: { $in: ids } }).toArray();
  expect(runs.map(({ state, error }) => ({ state, error }))).toEqual(ids.map(() => ({ state: 'closed' })));
  for (const [run, content] of accepted) {
    const said = await db.messages.find({ run_id: run }).sort({ seq: 1 }).toArray();
    expect(said.map((message) => message.content)).toEqual([
      content,
      content.replace('/sleep 20\n/say ', ''),
    ]);
  }

  // Further promises of one write per step, also for runs whose 202 never arrived.
  const all = await db.runs.find().sort({ _id: 1 }).toArray();
  const events = await db.events.find().sort({ run_id: 1, seq: 1 }).toArray();
  expect(events.map(placeOf)).toEqual(
    all.flatMap(({ _id }) => [
      `${_id} 1 run.started`,
      `${_id} 2 message.completed`,
      `${_id} 3 run.completed`,
    ]),
  );
  for (const { _id } of all) expect(await db.turns.countDocuments({ run_id: _id })).toBe(1);
  const { balance } = await accountOf(db, workspace);
  expect(credits * 1_000_000 - balance).toBe(all.reduce((sum, { cost }) => sum + cost, 0));
  for (const thread of await db.threads.find().toArray()) {
    expect(thread.active_runs).toEqual([]);
    expect(thread.message_count).toBe(await db.messages.countDocuments({ thread_id: thread._id }));
  }

  const idOfPlace = new Map(events.map((event) => [placeOf(event), event._id]));
  for (const { receiver, secret } of endpoints) {
    const taken = () =>
      new Set(receiver.deliveries.filter((delivery) => !refused.has(delivery)).map(({ event }) => event.id));
    await waitUntil(() => taken().size >= events.length, {
      timeoutMs: waitMs,
      what: 'every event is delivered',
    });
    expect(taken()).toEqual(new Set(events.map(({ _id }) => _id)));
    for (const delivery of receiver.deliveries) {
      const { id, run_id, seq, type } = verified(delivery, secret);
      expect(idOfPlace.get(`${run_id} ${seq} ${type}`)).toBe(id);
      expect(delivery.headers['webhook-id']).toBe(id);
    }
  }
  // Every success is recorded as well, and nothing is pending any more.
  await waitUntil(async () => (await db.pending_deliveries.countDocuments()) === 0, {
    timeoutMs: waitMs,
    what: 'nothing is pending',
  });
  const succeeded = await db.webhook_attempts.find({ status: 'succeeded' }).toArray();
  const pairs = new Set(succeeded.map(({ endpoint_id, event_id }) => `${endpoint_id} ${event_id}`));
  expect(pairs.size).toBe(2 * events.length);
});

it('[webhook.delivery.durable] retries survive a restart of everything', async () => {
  const { client } = await stack.workspace();
  retried.answer = (_, response, count) =>
    count === 1 ? response.writeHead(503, { 'retry-after': '4' }).end() : response.writeHead(204).end();
  const { id, secret } = await createEndpoint(client, retried.url, { events: ['run.completed'] });
  await converse(client, await startThread(client), 'Hello');
  const [failed] = await attemptsAt(client, id, 1);
  const everything = ['api', 'worker', 'temporal', 'mongodb'] as const;
  for (const part of everything) await stack.kill(part);
  for (const part of everything.toReversed()) await stack.restart(part);
  await untilApiAnswers(stack.apiUrl);
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ event_id, attempt, status }) => [event_id, attempt, status])).toEqual([
    [failed?.event_id, 1, 'failed'],
    [failed?.event_id, 2, 'succeeded'],
  ]);
  // A second attempt that was under way when its process was killed is made again.
  const ids = retried.deliveries.map((delivery) => verified(delivery, secret).id);
  expect(ids.length).toBeGreaterThanOrEqual(2);
  expect(new Set(ids)).toEqual(new Set([failed?.event_id]));
});

/** Cursors that are open on the server. Between two requests these are the change streams. */
async function openCursors(): Promise<number> {
  const { metrics } = await stack.db.client.db('admin').command({ serverStatus: 1 });
  return metrics.cursor.open.total;
}

it('an API process and a worker have one change stream each, whatever they follow', async () => {
  const { client, apiKey } = await stack.workspace();
  await createEndpoint(client, bad.url);
  bad.answer = accept;
  const before = bad.deliveries.length;
  const { id } = await publishScripted(client, { model_class: 'standard' });
  const thread = await startThread(client, id);
  const stream = await followThread({ baseUrl: stack.apiUrl, apiKey, subject: 'ada', threadId: thread });
  const { answer, asked, send, end } = streamOnDemand();
  models.answers(answer);
  await post(client, thread, 'Hello');
  await asked;
  const frames = anthropicFrames({ text: ['Hello', ' you'] });
  const firstWord = frames.findIndex((frame) => frame.includes('Hello')) + 1;
  send(frames.slice(0, firstWord).join(''));
  // The worker knows who watches.
  await stream.until(({ type }) => type === 'message.delta');
  send(frames.slice(firstWord).join(''));
  end();
  await stream.until(({ type }) => type === 'run.completed');
  // Both have sent to the endpoint now.
  await expect
    .poll(() => bad.deliveries.slice(before).map(({ event }) => event.type))
    .toEqual(expect.arrayContaining(['run.started', 'run.completed']));
  await expect.poll(openCursors).toBe(2);
  stream.close();
});
