import { beforeAll, expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import { newEventId, newId } from '#store/mongo/ids.ts';
import { converse, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { type FollowOptions, followThread } from '../../support/event-source.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
let workspace: TestWorkspace;
let agent: string;
beforeAll(async () => {
  workspace = await service.workspace({ subject: 'ada' });
  agent = (await publishScripted(workspace.client)).id;
});

const follow = async (threadId: string, options: Partial<FollowOptions> = {}) =>
  await followThread({
    baseUrl: service.baseUrl,
    apiKey: workspace.apiKey,
    subject: 'ada',
    threadId,
    ...options,
  });

const stored = ['run.started', 'message.completed', 'run.completed'];
/** The types of stored events. */
const types = (events: { type: string }[]) =>
  events.map(({ type }) => type).filter((type) => type !== 'message.delta');

it('[event.stream] a thread is followed as server-sent events: id, type and the envelope', async () => {
  const { client } = workspace;
  const thread = await startThread(client, agent);
  const stream = await follow(thread);
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(stream.headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/);
  await converse(client, thread, 'Hello');
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
  const kept = stream.events.filter(({ type }) => type !== 'message.delta');
  expect(kept.map(({ type }) => type)).toEqual(stored);
  for (const { id, type, event } of kept) {
    expect([event.id, event.type]).toEqual([id, type]);
    expect((await client.get(`/v1/events/${event.id}`)).data).toEqual(event);
  }
  expect(stream.others.slice(0, 2)).toEqual([': connected', 'retry: 1000']);
});

it('[event.stream.resume] with Last-Event-ID it goes on behind that event, and without from now on', async () => {
  const { client } = workspace;
  const thread = await startThread(client, agent);
  await converse(client, thread, 'one');
  const whole = await follow(thread, { query: '?since=start' });
  await whole.until(({ type }) => type === 'run.completed');
  whole.close();
  const first = whole.events[0]?.id ?? '';
  const late = await follow(thread);
  const resumed = await follow(thread, { lastEventId: first });
  const run = await post(client, thread, 'two');
  const ended = ({ event }: { event: Event }) => event.type === 'run.completed' && event.run_id === run;
  await Promise.all([late.until(ended), resumed.until(ended)]);
  late.close();
  resumed.close();
  expect(types(whole.events)).toEqual(stored);
  expect(types(late.events)).toEqual(stored);
  expect(types(resumed.events)).toEqual([...stored.slice(1), ...stored]);
});

it('[event.stream.resume] behind an event that is not kept any more comes all that is kept', async () => {
  const { client } = workspace;
  const thread = await startThread(client, agent);
  await converse(client, thread, 'Hello');
  const stream = await follow(thread, { lastEventId: newEventId() });
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
  expect(types(stream.events)).toEqual(stored);
});

it('[event.stream] more events than a page of the log come whole and in order', async () => {
  const { client } = workspace;
  const thread = await startThread(client, agent);
  for (let count = 0; count < 5; count += 1) await converse(client, thread, 'Hello');
  const { last_event_seq = 0 } = (await service.db.threads.findOne({ _id: thread })) ?? {};
  const template = await service.db.events.findOne({ thread_id: thread, seq: 1 });
  if (template === null) throw new Error('the thread has no event');
  const many = Array.from({ length: 450 }, (_, index) => ({
    ...template,
    _id: newEventId(),
    run_id: newId(),
    thread_seq: last_event_seq + index + 1,
  }));
  await service.db.events.insertMany(many);
  const stream = await follow(thread, { query: '?since=start' });
  await stream.until(({ id }) => id === many.at(-1)?._id);
  stream.close();
  const ids = stream.events.filter(({ type }) => type !== 'message.delta').map(({ id }) => id);
  expect(ids).toHaveLength(15 + many.length);
  expect(ids.slice(15)).toEqual(many.map(({ _id }) => _id));
});

it('[event.stream.resume] a Last-Event-ID that is no event id, or a query that is not known, is 422', async () => {
  const thread = await startThread(workspace.client, agent);
  const path = `/v1/loom/threads/${thread}/events`;
  const wrong = await workspace.client.send('GET', path, { headers: { 'last-event-id': 'nonsense' } });
  expect(verdict(wrong)).toEqual([422, 'invalid_request']);
  expect(wrong.error.details).toEqual([expect.objectContaining({ path: 'last-event-id' })]);
  expect(verdict(await workspace.client.get(`${path}?since=yesterday`))).toEqual([422, 'invalid_request']);
});

it('[event.stream] nothing of one thread is told on another', async () => {
  const { client } = workspace;
  const [mine, other] = [await startThread(client, agent), await startThread(client, agent)];
  const stream = await follow(mine);
  await converse(client, other, 'Hello');
  const run = await post(client, mine, 'Hello');
  await settled(client, run);
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
  expect(new Set(stream.events.map(({ event }) => event.thread_id))).toEqual(new Set([mine]));
});
