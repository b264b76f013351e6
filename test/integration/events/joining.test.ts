import { beforeAll, expect, it } from 'vitest';
import { dataOf } from '#store/events/events.ts';
import { MessageDelta } from '#contract/event.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { replyId } from '#engine/documents/derived-ids.ts';
import { newId } from '#store/mongo/ids.ts';
import { actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import { messagesOf, post, settled, startThread } from '#clients/raw/conversation.ts';
import { directedModels, type DirectedTurn } from '../../support/directed-models.ts';
import { type FollowOptions, followThread, type OpenStream } from '../../support/event-source.ts';
import { startService, type TestWorkspace } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const models = directedModels();
const service = perFile(() => startService({ models }));
let workspace: TestWorkspace;
const host = perFile(startHost);
let agent: string;
/** Its turns are made by the test. */
let directed: string;
let baseUrls: string[];
beforeAll(async () => {
  baseUrls = [service.baseUrl, (await service.secondApi()).baseUrl];
  workspace = await service.workspace({ subject: 'ada', credits: 100_000 });
  const { client } = workspace;
  agent = (await publishActing(client, host, [actingPatch('look')])).id;
  directed = (await publishActing(client, undefined, [], { key: 'directed', model_class: 'fast' })).id;
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
  await waitUntil(condition, { timeoutMs: 60_000, everyMs: 5, what });

/** A turn that says some words in some seconds. */
const speech = (name: string) =>
  Array.from({ length: 15 }, (_, word) => `/say ${name} ${word}\n/sleep 60`).join('\n');
const plan = '/call update_plan {"steps":[]}';

it('[event.stream.text-so-far] [event.deltas.one-message] eight clients that join a reply at any moment, at two processes, each get it whole, under one id', async () => {
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
  for (let client = 0; client < 8; client += 1) {
    const deltas = deltasOf(first).length;
    await seen('the reply goes on', () => deltasOf(first).length > deltas || called);
    joined.push(await follow(thread, { baseUrl: baseUrls[client % 2] ?? '' }));
  }
  await seen('the call is made', () => called);
  answerCall();
  await Promise.all([first, ...joined].map(whole));
  const [message] = (await messagesOf(workspace.client, thread)).filter(({ role }) => role === 'assistant');
  expect(message?.content).toMatch(/^one 0\none 1[^]*one 14\n\ntwo 0[^]*two 14\n\nthree 0[^]*three 14$/);
  expect(message?.id).toBe(replyId(run));
  for (const stream of [first, ...joined]) {
    expect(said(stream)).toBe(message?.content);
    expect(deltasOf(stream).map(({ index }) => index)).toEqual(deltasOf(stream).map((_, index) => index));
    expect(new Set(deltasOf(stream).map(({ message_id }) => message_id))).toEqual(new Set([message?.id]));
  }
});

/** Posts a message to a thread whose reply the test makes. */
async function startTurn(threadId: string): Promise<DirectedTurn> {
  await post(workspace.client, threadId, 'Hello');
  return await models.turn();
}
/** Makes a call between two turns that say something. */
async function yieldToOthers(turn: DirectedTurn): Promise<DirectedTurn> {
  turn.end({ name: 'update_plan', args: { steps: [] } });
  return await models.turn();
}
const untilSaid = async (stream: OpenStream, text: string) =>
  await seen(`${text} has come`, () => said(stream).endsWith(text));

it('[event.stream.since-start] [event.stream.text-so-far] with since=start all that is kept comes first, then the text so far, then what comes', async () => {
  const thread = await startThread(workspace.client, directed);
  const before = await startTurn(thread);
  before.say('Hi');
  before.end();
  const first = await follow(thread, { query: '?since=start' });
  await first.until(({ type }) => type === 'run.completed');
  const opening = await startTurn(thread);
  opening.say('early');
  const turn = await yieldToOthers(opening);
  turn.say('words');
  await untilSaid(first, 'words');
  const [late, resumed] = [
    await follow(thread, { query: '?since=start' }),
    await follow(thread, {
      lastEventId: first.events.find(({ type }) => type === 'run.completed')?.id ?? '',
    }),
  ];
  await Promise.all([late, resumed].map(async (stream) => await untilSaid(stream, 'words')));
  turn.say(' late');
  turn.end();
  await resumed.until(({ type }) => type === 'run.completed');
  await late.until(({ type, event }) => type === 'message.completed' && event.data?.['seq'] === 4);
  for (const stream of [first, late, resumed]) stream.close();
  const types = late.events.map(({ type }) => type);
  const log = ['run.started', 'tool_call.started', 'plan.updated', 'tool_call.completed'];
  expect(types.slice(0, 4)).toEqual(['run.started', 'message.delta', 'message.completed', 'run.completed']);
  expect(types.slice(4, 8).toSorted()).toEqual(log.toSorted());
  expect(types[8]).toBe('message.delta');
  expect(deltasOf(late)[0]).toMatchObject({ index: 0, text: 'Hi' });
  for (const [stream, before] of [
    [late, 1],
    [resumed, 0],
  ] as const) {
    const deltas = deltasOf(stream).slice(before);
    expect(deltas[0]).toMatchObject({ index: 0, text: 'early\n\nwords' });
    expect(deltas.map(({ text }) => text).join('')).toBe('early\n\nwords late');
  }
});

it('[event.stream.text-so-far] a reply of which no delta is kept any more begins with its text so far', async () => {
  const thread = await startThread(workspace.client, directed);
  const first = await follow(thread);
  const turn = await startTurn(thread);
  turn.say('one');
  await untilSaid(first, 'one');
  turn.say(' two');
  await untilSaid(first, 'two');
  // As after a minute.
  await service.db.deltas.deleteMany({});
  const late = await follow(thread);
  await untilSaid(late, 'two');
  turn.say(' three');
  turn.end();
  await Promise.all([first, late].map(whole));
  expect(deltasOf(late)[0]).toMatchObject({ index: 0, text: 'one two' });
  expect(said(late)).toBe('one two three');
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
  const thread = await startThread(workspace.client, directed);
  const stream = await follow(thread);
  const first = await startTurn(thread);
  first.say('one');
  await untilSaid(stream, 'one');
  const second = await yieldToOthers(first);
  second.say('wrong');
  await untilSaid(stream, 'wrong');
  second.fail();
  const again = await models.turn();
  again.say('two');
  again.end();
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
  expect(contentOf(stream)).toBe('one\n\ntwo');
});

it('[event.stream.text-so-far] a delta that was lost on the way is made up for', async () => {
  const thread = await startThread(workspace.client, directed);
  const stream = await follow(thread);
  const insert = service.db.deltas.insertOne.bind(service.db.deltas);
  let lost = 0;
  service.db.deltas.insertOne = async (...args) => {
    if (args[0].thread_id !== thread || dataOf(args[0])['index'] !== 2 || lost > 0)
      return await insert(...args);
    lost += 1;
    return { acknowledged: true, insertedId: newId() };
  };
  const turn = await startTurn(thread);
  for (const word of ['zero', ' one']) {
    turn.say(word);
    await untilSaid(stream, word);
  }
  turn.say(' two');
  await seen('a delta is lost', () => lost === 1);
  turn.say(' three');
  await untilSaid(stream, ' two three');
  service.db.deltas.insertOne = insert;
  turn.end();
  await whole(stream);
  expect(said(stream)).toBe('zero one two three');
  expect(contentOf(stream)).toBe(said(stream));
  expect(deltasOf(stream).map(({ index }) => index)).toEqual(deltasOf(stream).map((_, index) => index));
});
