import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf } from '#store/events/events.ts';
import { MessageDelta } from '#contract/event.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { newId, replyId } from '#store/mongo/ids.ts';
import { actingPatch, type Host, json, publishActing, startHost } from '../../support/acting.ts';
import { converse, messagesOf, post, settled, startThread } from '../../support/conversation.ts';
import { type FollowOptions, followThread, type OpenStream } from '../../support/event-source.ts';
import { startService, type TestService, type TestWorkspace } from '../../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let host: Host;
let agent: string;
let baseUrls: string[];
beforeAll(async () => {
  host = await startHost();
  service = await startService();
  baseUrls = [service.baseUrl, (await service.secondApi()).baseUrl];
  workspace = await service.workspace({ subject: 'ada', credits: 100_000 });
  agent = (await publishActing(workspace.client, host, [actingPatch('look')])).id;
});
afterAll(async () => {
  await service.stop();
  await host.stop();
});

const follow = async (threadId: string, options: Partial<FollowOptions> = {}) =>
  await followThread({
    baseUrl: service.baseUrl,
    apiKey: workspace.apiKey,
    subject: 'ada',
    threadId,
    ...options,
  });

const deltasOf = ({ events }: OpenStream) =>
  events.filter(({ type }) => type === 'message.delta').map(({ event }) => MessageDelta.parse(event.data));
const said = (stream: OpenStream) =>
  deltasOf(stream)
    .map(({ text }) => text)
    .join('');
const contentOf = ({ events }: OpenStream) =>
  events.find(({ type }) => type === 'message.completed')?.event.data?.['content'];
const whole = async (stream: OpenStream) => {
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
};
const seen = async (what: string, condition: () => boolean) =>
  await waitUntil(condition, { timeoutMs: 20_000, everyMs: 5, what });

/** A turn that says some forty words in some seconds. */
const speech = (name: string) =>
  Array.from({ length: 40 }, (_, word) => `/say ${name} ${word}\n/sleep 60`).join('\n');
const plan = '/call update_plan {"steps":[]}';

it('[event.stream.text-so-far] [event.deltas.one-message] twenty clients that join a reply at any moment, at two processes, each get it whole, under one id', async () => {
  const thread = await startThread(workspace.client, agent);
  const first = await follow(thread);
  // The call is answered when all have joined: nobody comes too late.
  let answerCall = () => {};
  let called = false;
  host.answer = (_, response) => {
    called = true;
    answerCall = () => json(response, 200, {});
  };
  const turns = [`${speech('one')}\n${plan}`, plan, `${speech('two')}\n/call look {}`, speech('three')];
  const run = await post(workspace.client, thread, turns.join('\n---\n'));
  const joined: OpenStream[] = [];
  for (let client = 0; client < 20; client += 1) {
    const deltas = deltasOf(first).length;
    await seen('the reply goes on', () => deltasOf(first).length > deltas || called);
    joined.push(await follow(thread, { baseUrl: baseUrls[client % 2] ?? '' }));
  }
  await seen('the call is made', () => called);
  answerCall();
  await Promise.all([first, ...joined].map(whole));
  const [message] = (await messagesOf(workspace.client, thread)).filter(({ role }) => role === 'assistant');
  expect(message?.content).toMatch(/^one 0\none 1[^]*one 39\n\ntwo 0[^]*two 39\n\nthree 0[^]*three 39$/);
  expect(message?.id).toBe(replyId(run));
  for (const stream of [first, ...joined]) {
    expect(said(stream)).toBe(message?.content);
    expect(deltasOf(stream).map(({ index }) => index)).toEqual(deltasOf(stream).map((_, index) => index));
    expect(new Set(deltasOf(stream).map(({ message_id }) => message_id))).toEqual(new Set([message?.id]));
  }
});

it('[event.stream.since-start] [event.stream.text-so-far] with since=start all that is kept comes first, then the text so far, then what comes', async () => {
  const thread = await startThread(workspace.client, agent);
  await converse(workspace.client, thread, 'Hello');
  const first = await follow(thread);
  await post(workspace.client, thread, `/say early\n${plan}\n---\n/say words\n/sleep 9000\n/say late`);
  await first.until(({ event }) => String(event.data?.['text']).includes('words'));
  const [late, resumed] = [
    await follow(thread, { query: '?since=start' }),
    await follow(thread, { lastEventId: first.events.find(({ id }) => id !== undefined)?.id ?? '' }),
  ];
  await Promise.all([first, resumed].map(whole));
  await late.until(({ type, event }) => type === 'message.completed' && event.data?.['seq'] === 4);
  late.close();
  const types = late.events.map(({ type }) => type);
  const log = ['run.started', 'tool_call.started', 'plan.updated', 'tool_call.completed'];
  expect(types.slice(0, 3)).toEqual(['run.started', 'message.completed', 'run.completed']);
  expect(types.slice(3, 7).toSorted()).toEqual(log.toSorted());
  expect(types[7]).toBe('message.delta');
  for (const stream of [late, resumed]) {
    expect(deltasOf(stream)[0]).toMatchObject({ index: 0, text: 'early\n\nwords' });
    expect(said(stream)).toBe('early\n\nwords\nlate');
  }
});

it('[event.stream.text-so-far] a reply of which no delta is kept any more begins with its text so far', async () => {
  const thread = await startThread(workspace.client, agent);
  const first = await follow(thread);
  await post(workspace.client, thread, '/say one\n/sleep 500\n/say two\n/sleep 9000\n/say three');
  await first.until(({ event }) => String(event.data?.['text']).includes('two'));
  // As after a minute.
  await service.db.deltas.deleteMany({});
  const late = await follow(thread);
  await Promise.all([first, late].map(whole));
  expect(deltasOf(late)[0]).toMatchObject({ index: 0, text: 'one\ntwo' });
  expect(said(late)).toBe('one\ntwo\nthree');
});

it('[event.stream.text-so-far] who joins while a call is made, or a question waits, gets what was said before it', async () => {
  const thread = await startThread(workspace.client, agent);
  let release = () => {};
  host.answer = (_, response) => {
    release = () => json(response, 200, {});
  };
  const calls = host.calls.length;
  const run = await post(
    workspace.client,
    thread,
    '/say I look.\n/call look {}\n---\n/say I ask.\n/call ask_user {"question":"?"}\n---\n/say Good.',
  );
  await seen('the host is asked', () => host.calls.length > calls);
  const calling = await follow(thread);
  await calling.until(({ type }) => type === 'message.delta');
  expect(said(calling)).toBe('I look.');
  release();
  await settled(workspace.client, run);
  const paused = await follow(thread);
  await paused.until(({ type }) => type === 'message.delta');
  expect(deltasOf(paused)).toEqual([{ message_id: replyId(run), index: 0, text: 'I look.\n\nI ask.' }]);
  await post(workspace.client, thread, 'yes');
  await Promise.all([calling, paused].map(whole));
  for (const stream of [calling, paused]) {
    expect(said(stream)).toBe('I look.\n\nI ask.\n\nGood.');
    expect(contentOf(stream)).toBe(said(stream));
    expect(new Set(deltasOf(stream).map(({ message_id }) => message_id))).toEqual(new Set([replyId(run)]));
  }
});

it('[event.deltas.start-over] when the provider fails in a later turn, the reply starts over with what earlier ones said', async () => {
  const thread = await startThread(workspace.client, agent);
  const stream = await follow(thread);
  await post(
    workspace.client,
    thread,
    // Time for the worker to hear that somebody follows.
    `/sleep 1500\n/say one\n${plan}\n---\n/say two\n/sleep 1000\n/say wrong\n/sleep 1000\n/fail 1\n/say three`,
  );
  await whole(stream);
  const deltas = deltasOf(stream);
  const starts = deltas.flatMap(({ index }, place) => (index === 0 ? [place] : []));
  expect(starts).toHaveLength(2);
  expect(deltas[starts[1] ?? 0]?.text).toMatch(/^one\n\ntwo/);
  expect(
    deltas
      .slice(starts[1])
      .map(({ text }) => text)
      .join(''),
  ).toBe(contentOf(stream));
});

it('[event.stream.text-so-far] a delta that was lost on the way is made up for', async () => {
  const thread = await startThread(workspace.client, agent);
  const stream = await follow(thread);
  const insert = service.db.deltas.insertOne.bind(service.db.deltas);
  let lost = 0;
  service.db.deltas.insertOne = async (...args) => {
    if (args[0].thread_id !== thread || dataOf(args[0])['index'] !== 2 || lost > 0)
      return await insert(...args);
    lost += 1;
    return { acknowledged: true, insertedId: newId() };
  };
  await post(workspace.client, thread, `/sleep 1500\n${speech('word')}`);
  await whole(stream);
  service.db.deltas.insertOne = insert;
  expect(lost).toBe(1);
  expect(said(stream)).toBe(contentOf(stream));
  expect(deltasOf(stream).map(({ index }) => index)).toEqual(deltasOf(stream).map((_, index) => index));
});
