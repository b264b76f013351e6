import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandStartedEvent } from 'mongodb';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { newEventId, newId } from '#store/mongo/ids.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { publishActing } from '../support/acting.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { type FollowOptions, followThread, type SentEvent } from '../support/event-source.ts';
import { sharedService, type TestWorkspace } from '../support/service.ts';

const service = sharedService();
let workspace: TestWorkspace;
let agent: string;
beforeAll(async () => {
  workspace = await service.workspace({ subject: 'ada', credits: 100_000 });
  agent = (await publishActing(workspace.client, undefined, [])).id;
});

const follow = async (threadId: string, options: Partial<FollowOptions> = {}) =>
  await followThread({
    baseUrl: service.baseUrl,
    apiKey: workspace.apiKey,
    subject: 'ada',
    threadId,
    ...options,
  });

/** The ids of the stored events of a thread, in their order. */
async function logOf(threadId: string): Promise<string[]> {
  const events = await service.db.events.find({ thread_id: threadId }).sort({ thread_seq: 1 }).toArray();
  return events.map(({ _id }) => _id);
}

const kept = (events: SentEvent[]) => events.flatMap(({ id }) => id ?? []);

it('[event.stream.resume] a client that connects again and again during a run sees each event once', async () => {
  const thread = await startThread(workspace.client, agent);
  const step = '/sleep 200\n/call update_plan {"steps":[{"title":"on","status":"active"}]}';
  const run = await post(workspace.client, thread, Array.from({ length: 5 }, () => step).join('\n---\n'));
  const seen: string[] = [];
  let connections = 0;
  const work = { over: false };
  const ending = settled(workspace.client, run).then(() => (work.over = true));
  // On a slow machine even the last connection may break before anything has come.
  const goOn = async () => {
    const lastEventId = seen.at(-1);
    return await follow(thread, lastEventId === undefined ? { query: '?since=start' } : { lastEventId });
  };
  while (!work.over || connections < 10) {
    const stream = await goOn();
    connections += 1;
    await sleep(Math.random() * 50);
    stream.close();
    await stream.ended.catch(() => {});
    seen.push(...kept(stream.events));
  }
  await ending;
  const last = await goOn();
  const next = await converse(workspace.client, thread, 'Hello');
  await last.until(({ type, event }) => type === 'run.completed' && event.run_id === next.id);
  last.close();
  seen.push(...kept(last.events));
  expect(seen).toEqual(await logOf(thread));
});

it('[event.stream] forty clients of one process each get every event of their thread, in order', async () => {
  const threads = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { client, apiKey } = await service.workspace({ subject: 'ada' });
      const { id } = await publishActing(client, undefined, []);
      return { client, apiKey, thread: await startThread(client, id) };
    }),
  );
  const streams = await Promise.all(
    threads
      .flatMap((each) => Array.from({ length: 10 }, () => each))
      .map(async ({ thread, apiKey }) => ({ thread, stream: await follow(thread, { apiKey }) })),
  );
  await Promise.all(
    threads.map(({ client, thread }) => converse(client, thread, '/call update_plan {"steps":[]}')),
  );
  const logs = new Map(
    await Promise.all(threads.map(async ({ thread }) => [thread, await logOf(thread)] as const)),
  );
  await Promise.all(streams.map(({ stream }) => stream.until(({ type }) => type === 'run.completed')));
  for (const { thread, stream } of streams) {
    stream.close();
    expect(kept(stream.events)).toEqual(logs.get(thread));
  }
});

/** Bytes that may wait for a slow client in this process: a few events, and far less than a page of the log. */
const waitingTolerance = 300_000;
const largeEventBytes = 20_000;

it('[event.stream] a client that reads slowly costs no memory, and gets everything', async () => {
  const thread = await startThread(workspace.client, agent);
  const events = await storeLargeEvents(thread, 1000);
  const response = responseTo(`/v1/loom/threads/${thread}/events`);
  let pages = 0;
  let mostWaiting = 0;
  // How much the system takes before the client reads it depends on the machine. The log is read no further than that.
  const count = ({ commandName, command }: CommandStartedEvent) => {
    if (commandName !== 'find' || command['find'] !== 'events') return;
    if (command['filter'].thread_id !== thread) return;
    pages += 1;
    const { bytesWritten = 0, writableLength = 0 } = response()?.socket ?? {};
    const read = command['filter'].thread_seq.$gt * largeEventBytes;
    mostWaiting = Math.max(mostWaiting, read - (bytesWritten - writableLength));
  };
  service.db.client.on('commandStarted', count);
  onTestFinished(() => void service.db.client.off('commandStarted', count));
  const { port } = new URL(service.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET /v1/loom/threads/${thread}/events?since=start HTTP/1.1\r\nHost: x\r\n` +
      `Authorization: Bearer ${workspace.apiKey}\r\nService-Subject: ada\r\n\r\n`,
  );
  let stalledAt = -1;
  await waitUntil(() => stalledAt === (stalledAt = pages) && pages > 0, {
    timeoutMs: 60_000,
    everyMs: 500,
    what: 'the log is read no further',
  });
  const seen: string[] = [];
  let rest = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    rest += chunk as string;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    seen.push(...lines.filter((line) => line.startsWith('id: ')).map((line) => line.slice(4)));
    if (seen.length === events.length) break;
  }
  expect(seen).toEqual(events.map(({ _id }) => _id));
  expect(pages).toBeGreaterThanOrEqual(10);
  expect(mostWaiting).toBeLessThan(waitingTolerance);
});

/** The service's side of the next request for a path, as soon as there is one. */
function responseTo(path: string): () => ServerResponse | undefined {
  let found: ServerResponse | undefined;
  const look = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.url?.startsWith(path) === true) found = response;
  };
  subscribe('http.server.request.start', look);
  onTestFinished(() => void unsubscribe('http.server.request.start', look));
  return () => found;
}

/** Puts events of 20 kB each into the log of a thread. */
async function storeLargeEvents(threadId: string, count: number): Promise<EventDocument[]> {
  await converse(workspace.client, threadId, 'Hello');
  const template = await service.db.events.findOne({ thread_id: threadId });
  if (template === null) throw new Error('the thread has no event');
  await service.db.events.deleteMany({ thread_id: threadId });
  const events = Array.from({ length: count }, (_, index) => ({
    ...template,
    _id: newEventId(),
    run_id: newId(),
    thread_seq: index + 1,
    data: toJsonText({ text: 'x'.repeat(largeEventBytes) }),
  }));
  await service.db.events.insertMany(events);
  return events;
}

it('[event.stream] a stream ends when its API key is revoked, though nothing happens on its thread', async () => {
  const { client } = workspace;
  const { data: key } = await client.post<{ id: string; key: string }>('/v1/api-keys', {});
  const thread = await startThread(client, agent);
  const [revoked, other] = [await follow(thread, { apiKey: key.key }), await follow(thread)];
  expect((await client.send('DELETE', `/v1/api-keys/${key.id}`)).status).toBe(200);
  await revoked.ended;
  await converse(client, thread, 'Hello');
  await other.until(({ type }) => type === 'run.completed');
  await waitUntil(() => other.others.includes(': heartbeat'), { timeoutMs: 120_000, what: 'a heartbeat' });
  other.close();
});
