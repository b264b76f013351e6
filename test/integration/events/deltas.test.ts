import { afterAll, beforeAll, expect, it } from 'vitest';
import { MessageDelta } from '#contract/event.ts';
import { converse, post, publishScripted, settled, startThread } from '../../support/conversation.ts';
import { followThread, type OpenStream } from '../../support/event-source.ts';
import { startService, type TestService, type TestWorkspace } from '../../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let agent: string;
beforeAll(async () => {
  service = await startService();
  workspace = await service.workspace({ subject: 'ada' });
  agent = (await publishScripted(workspace.client)).id;
});
afterAll(async () => await service.stop());

/** Follows a thread until its first run has ended, and gives the deltas that came. */
async function deltasOf(content: string): Promise<{ stream: OpenStream; deltas: MessageDelta[] }> {
  const thread = await startThread(workspace.client, agent);
  const { baseUrl } = service;
  const stream = await followThread({ baseUrl, apiKey: workspace.apiKey, subject: 'ada', threadId: thread });
  await post(workspace.client, thread, content);
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
  const deltas = stream.events
    .filter(({ type }) => type === 'message.delta')
    .map(({ event }) => MessageDelta.parse(event.data));
  return { stream, deltas };
}

const completed = ({ events }: OpenStream) =>
  events.find(({ type }) => type === 'message.completed')?.event.data;

it('[realtime.publish.delta-batches] at most ten deltas go out in any second, and together they are the reply', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `/say word ${index}\n/sleep 40`);
  const { stream, deltas } = await deltasOf(words.join('\n'));
  const message = completed(stream);
  expect(deltas.map(({ text }) => text).join('')).toBe(message?.['content']);
  expect(deltas.map(({ index }) => index)).toEqual(deltas.map((_, index) => index));
  expect(new Set(deltas.map(({ message_id }) => message_id))).toEqual(new Set([message?.['id']]));
  const times = stream.events
    .filter(({ type }) => type === 'message.delta')
    .map(({ event }) => Date.parse(event.created_at));
  const inSecondFrom = (from: number) => times.filter((at) => at >= from && at < from + 1000).length;
  expect(Math.max(...times.map(inSecondFrom))).toBeLessThanOrEqual(10);
  expect(deltas.length).toBeGreaterThan(10);
});

it('[event.type.message-delta] a delta has no seq, no id line to resume from, and is not stored', async () => {
  const { stream } = await deltasOf('/say Hello\n/sleep 2000\n/say you');
  const deltas = stream.events.filter(({ type }) => type === 'message.delta');
  expect(deltas.length).toBeGreaterThan(0);
  for (const { id, event } of deltas) {
    expect([id, event.seq]).toEqual([undefined, null]);
    expect(await service.db.events.findOne({ _id: event.id })).toBeNull();
  }
});

it('[event.type.message-delta] a turn that is taken again starts its message over, at index 0', async () => {
  const { stream, deltas } = await deltasOf(
    '/say one\n/sleep 400\n/say two\n/sleep 400\n/fail 1\n/say three',
  );
  expect(new Set(deltas.map(({ message_id }) => message_id))).toEqual(new Set([completed(stream)?.['id']]));
  const starts = deltas.flatMap(({ index }, place) => (index === 0 ? [place] : []));
  expect(starts).toHaveLength(2);
  expect(
    deltas
      .slice(starts[1])
      .map(({ text }) => text)
      .join(''),
  ).toBe(completed(stream)?.['content']);
});

it('[event.type.message-delta] of a thread that nobody watches no delta is made', async () => {
  const { client } = workspace;
  await service.db.deltas.deleteMany({});
  await converse(client, await startThread(client, agent), 'Hello');
  expect(await service.db.deltas.countDocuments()).toBe(0);
});

it('[event.type.message-delta] who comes while a reply is made gets what there is of it so far', async () => {
  const { client } = workspace;
  const thread = await startThread(client, agent);
  const run = await post(client, thread, '/say early\n/sleep 1500\n/say late\n/sleep 500');
  const { baseUrl } = service;
  const stream = await followThread({ baseUrl, apiKey: workspace.apiKey, subject: 'ada', threadId: thread });
  const { event } = await stream.until(({ type }) => type === 'message.delta');
  expect(event.data).toMatchObject({ index: 0, text: expect.stringMatching(/^early/) });
  await settled(client, run);
  stream.close();
});
