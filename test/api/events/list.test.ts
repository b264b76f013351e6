import { Context } from '@temporalio/activity';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Event } from '#contract/event.ts';
import type { Run } from '#contract/run.ts';
import { Commit } from '#store/mongo/commit.ts';
import { toJsonText } from '#contract/json-text.ts';
import { requestEvent, toEvent } from '#store/events/events.ts';
import { newEventId, newId } from '#store/mongo/ids.ts';
import { converse, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { followThread } from '../../support/event-source.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';

const service = sharedService();
let workspace: TestWorkspace;
const threads: string[] = [];
const runs: string[] = [];
beforeAll(async () => {
  workspace = await service.workspace({ subject: 'ada' });
  const { client } = workspace;
  const { id } = await publishScripted(client);
  for (let count = 0; count < 2; count += 1) threads.push(await startThread(client, id));
  for (const thread of [...threads, ...threads]) runs.push((await converse(client, thread, 'Hello')).id);
});

const list = async (query = '') => await workspace.client.get<Event[]>(`/v1/events${query}`);
const types = ['run.completed', 'message.completed', 'run.started'];

it('[event.list] events are listed newest first, page by page', async () => {
  const { data } = await list('?limit=100');
  expect(data.map(({ type }) => type)).toEqual([...types, ...types, ...types, ...types]);
  expect(data.map(({ run_id }) => run_id)).toEqual(runs.toReversed().flatMap((id) => [id, id, id]));
  const walked: Event[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list(
      `?limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    walked.push(...page.data);
    cursor = page.pagination.next_cursor;
  }
  expect(walked).toEqual(data);
});

it('[event.list] they are filtered by run, thread and type, alone and together', async () => {
  const [thread = '', run = ''] = [threads[0], runs[0]];
  const ofRun = await list(`?run_id=${run}`);
  expect(ofRun.data.map(({ type, run_id }) => [type, run_id])).toEqual(types.map((type) => [type, run]));
  const ofThread = await list(`?thread_id=${thread}`);
  expect(ofThread.data.map(({ thread_id }) => thread_id)).toEqual(Array.from({ length: 6 }, () => thread));
  const ofType = await list('?type=message.completed');
  expect(ofType.data.map(({ type }) => type)).toEqual(runs.map(() => 'message.completed'));
  const ofAll = await list(`?thread_id=${thread}&run_id=${run}&type=run.started`);
  expect(ofAll.data.map(({ seq, run_id }) => [seq, run_id])).toEqual([[1, run]]);
  expect((await list(`?thread_id=${threads[1]}&run_id=${run}`)).data).toEqual([]);
});

it('[event.list] a cursor of another filter is refused, and so are filters that mean nothing', async () => {
  const { pagination } = await list('?limit=1');
  const other = await list(`?limit=1&type=run.started&cursor=${pagination.next_cursor}`);
  expect(verdict(other)).toEqual([422, 'invalid_cursor']);
  for (const query of ['?run_id=nonsense', '?thread_id=', '?type=run.paused', '?kind=x']) {
    expect(verdict(await list(query))).toEqual([422, 'invalid_request']);
  }
});

it('[event.list] an event is got by its id, by its own workspace alone', async () => {
  const { data } = await list('?limit=1');
  const path = `/v1/events/${data[0]?.id}`;
  expect((await workspace.client.get(path)).data).toEqual(data[0]);
  const other = await service.workspace();
  for (const answer of [
    await other.client.get(path),
    await workspace.client.get(`/v1/events/${newEventId()}`),
    await workspace.client.get('/v1/events/nonsense'),
  ]) {
    expect(verdict(answer)).toEqual([404, 'not_found']);
  }
  expect((await other.client.get('/v1/events')).data).toEqual([]);
});

it('[event.seq] [event.context] [event.source] an event of a direct call has no seq, and names its product', async () => {
  const request = { id: newId(), workspace_id: workspace.id, origin: 'api', product: 'extract' } as const;
  const event = requestEvent(request, { type: 'extract.completed', data: { result: { a: 1 } } }, new Date());
  await new Commit(service.db).insert('events', [event]).write();
  // An event of the workspace, without a subject.
  const { data } = await workspace.client.ofWorkspace().get<Event[]>('/v1/events?type=extract.completed');
  expect(data).toEqual([toEvent(event)]);
  expect(data[0]).toEqual({
    id: event._id,
    type: 'extract.completed',
    created_at: event.created_at.toISOString(),
    seq: null,
    origin: 'api',
    source: { kind: 'request', id: request.id },
    parent: null,
    context: { workspace_id: workspace.id, product: 'extract' },
    data: { result: { a: 1 } },
  });
});

it('[event.kept-30-days] events are removed thirty days after they were made', async () => {
  const indexes = await service.db.events.indexes();
  const expiring = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  expect(expiring).toEqual([
    expect.objectContaining({ key: { created_at: 1 }, expireAfterSeconds: 30 * 24 * 60 * 60 }),
  ]);
});

it('[event.origin] the work that a message over the API started is of the API, to its end', async () => {
  const { data } = await list(`?run_id=${runs[0]}`);
  expect(data.map(({ origin }) => origin)).toEqual(['api', 'api', 'api']);
});

it('[event.stored-with-state] a step whose transaction is lost at its end leaves neither state, message, turn nor event; taken again it leaves all of them', async () => {
  const { db } = service;
  const { client } = workspace;
  const [thread = ''] = threads;
  const storedOf = async (run_id: string) => ({
    state: (await client.get<Run>(`/v1/loom/runs/${run_id}`)).data.state,
    messages: (await db.messages.find({ run_id }).sort({ seq: 1 }).toArray()).map(({ role }) => role),
    turns: await db.turns.countDocuments({ run_id }),
    events: (await list(`?run_id=${run_id}`)).data.map(({ type }) => type),
  });
  const transaction = db.transaction.bind(db);
  const lost = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let losses = 0;
  db.transaction = async (work) => {
    if (activityType() !== 'callModel') return await transaction(work);
    losses += 1;
    // The step may be taken again while this attempt is held, if the machine is too slow for its heartbeats.
    if (losses > 1) {
      await goOn.promise;
      return await transaction(work);
    }
    const all = transaction(async (session) => {
      await work(session);
      throw new TypeError('lost after its last write');
    });
    await all.catch(lost.resolve);
    await goOn.promise;
    return await all;
  };
  onTestFinished(() => void (db.transaction = transaction));
  const run = await post(client, thread, 'Hello');
  await lost.promise;
  expect(await storedOf(run)).toEqual({
    state: 'running',
    messages: ['user'],
    turns: 0,
    events: ['run.started'],
  });
  goOn.resolve();
  await settled(client, run);
  expect(await storedOf(run)).toEqual({
    state: 'closed',
    messages: ['user', 'assistant'],
    turns: 1,
    events: types,
  });
});

/** The activity that is under way here; undefined in the API. */
function activityType(): string | undefined {
  try {
    return Context.current().info.activityType;
  } catch {
    return undefined;
  }
}

it('[pagination.page-size] [event.stream.resume] events of 1 MiB come in pages of one, and a stream continues through them', async () => {
  const { client, apiKey } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client, (await publishScripted(client)).id);
  await converse(client, thread, 'Hello');
  const [template] = await service.db.events.find({ thread_id: thread }).sort({ thread_seq: -1 }).toArray();
  if (template === undefined) throw new Error('the thread has no events');
  const { seq, thread_seq = 0, ...event } = template;
  const large = Array.from({ length: 4 }, (_, index) => ({
    ...event,
    _id: newEventId(),
    seq: Number(seq) + index + 1,
    thread_seq: thread_seq + index + 1,
    type: 'plan.updated' as const,
    data: toJsonText({ steps: [{ title: 'x'.repeat(1024 * 1024), status: 'active' }] }),
  }));
  await service.db.events.insertMany(large);
  const pages = await walk<Event>(client, '/v1/events?limit=100');
  expect(pages.map(({ data }) => data.length)).toEqual([1, 1, 1, 1, 3]);
  expect(
    pages
      .flatMap(({ data }) => data)
      .slice(0, 4)
      .map(({ id }) => id),
  ).toEqual(large.map(({ _id }) => _id).toReversed());
  const { baseUrl } = service;
  const stream = await followThread({
    baseUrl,
    apiKey,
    subject: 'ada',
    threadId: thread,
    query: '?since=start',
  });
  await stream.until(({ id }) => id === large.at(-1)?._id);
  stream.close();
  expect(stream.events.slice(-4).map(({ id }) => id)).toEqual(large.map(({ _id }) => _id));
});
