import { beforeAll, expect, it } from 'vitest';
import { MessageDelta } from '#contract/event.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { converse, post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { directedModels, type DirectedTurn } from '../../support/directed-models.ts';
import { followThread, type OpenStream } from '../../support/event-source.ts';
import { startService, type TestWorkspace } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const models = directedModels();
const service = perFile(() => startService({ models }));
let workspace: TestWorkspace;
let agent: string;
beforeAll(async () => {
  workspace = await service.workspace({ subject: 'ada' });
  agent = (await publishScripted(workspace.client, { model_class: 'fast' })).id;
});

const follow = async (threadId: string) =>
  await followThread({ baseUrl: service.baseUrl, apiKey: workspace.apiKey, subject: 'ada', threadId });

/** Follows a new thread, and posts a message to it whose reply the test makes. */
async function startReply(): Promise<{ stream: OpenStream; turn: DirectedTurn }> {
  const thread = await startThread(workspace.client, agent);
  const stream = await follow(thread);
  await post(workspace.client, thread, 'Hello');
  return { stream, turn: await models.turn() };
}

async function whole(stream: OpenStream): Promise<void> {
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
}

const sentDeltas = ({ events }: OpenStream) => events.filter(({ type }) => type === 'message.delta');
const deltasOf = (stream: OpenStream) =>
  sentDeltas(stream).map(({ event }) => MessageDelta.parse(event.data));
const said = (deltas: MessageDelta[]) => deltas.map(({ text }) => text).join('');
const completed = ({ events }: OpenStream) =>
  events.find(({ type }) => type === 'message.completed')?.event.data;
/** Waits until so many deltas have come: then the worker knows that somebody watches. */
const untilDeltas = async (stream: OpenStream, count: number, say: () => void = () => {}) =>
  await waitUntil(
    () => {
      say();
      return deltasOf(stream).length >= count;
    },
    { timeoutMs: 60_000, everyMs: 10, what: `${count} deltas have come` },
  );

it('[realtime.publish.delta-batches] at most ten deltas go out in any second, and together they are the reply', async () => {
  const { stream, turn } = await startReply();
  let word = 0;
  await untilDeltas(stream, 15, () => turn.say(`word ${(word += 1)} `));
  turn.end();
  await whole(stream);
  const [deltas, message] = [deltasOf(stream), completed(stream)];
  expect(said(deltas)).toBe(message?.['content']);
  expect(deltas.map(({ index }) => index)).toEqual(deltas.map((_, index) => index));
  expect(new Set(deltas.map(({ message_id }) => message_id))).toEqual(new Set([message?.['id']]));
  const times = sentDeltas(stream).map(({ event }) => Date.parse(event.created_at));
  const inSecondFrom = (from: number) => times.filter((at) => at >= from && at < from + 1000).length;
  expect(Math.max(...times.map(inSecondFrom))).toBeLessThanOrEqual(10);
});

it('[event.type.message-delta] a delta has no seq, no id line to resume from, and is not stored', async () => {
  const { stream, turn } = await startReply();
  turn.say('Hello');
  await untilDeltas(stream, 1);
  turn.end();
  await whole(stream);
  for (const { id, event } of sentDeltas(stream)) {
    expect([id, event.seq]).toEqual([undefined, null]);
    expect(await service.db.events.findOne({ _id: event.id })).toBeNull();
  }
});

it('[event.type.message-delta] of a thread that nobody watches no delta is made', async () => {
  const { client } = workspace;
  const thread = await startThread(client, (await publishScripted(client)).id);
  await converse(client, thread, 'Hello');
  expect(await service.db.deltas.countDocuments({ thread_id: thread })).toBe(0);
});
