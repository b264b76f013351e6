import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MessageDelta } from '#contract/event.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { publishActing } from '../support/acting.ts';
import { messagesOf, post, startThread } from '../support/conversation.ts';
import { followThread, type OpenStream } from '../support/event-source.ts';
import { patience } from '../support/patience.ts';
import { type ProcessStack, startProcessStack } from '../support/process-stack.ts';

vi.setConfig(patience);

let stack: ProcessStack;
let apiUrls: string[];
let client: Awaited<ReturnType<ProcessStack['workspace']>>['client'];
let apiKey: string;
let agent: string;
beforeAll(async () => {
  stack = await startProcessStack('joining');
  const [api] = await Promise.all([stack.startAnother('api'), stack.startAnother('worker')]);
  apiUrls = [stack.apiUrl, api.url];
  ({ client, apiKey } = await stack.workspace());
  agent = (await publishActing(client, undefined, [])).id;
});
afterAll(async () => await stack?.stop());

const deltasOf = ({ events }: OpenStream) =>
  events.filter(({ type }) => type === 'message.delta').map(({ event }) => MessageDelta.parse(event.data));

/** What a client shows that throws its text away at index 0, and misses nothing in between. */
function shown(stream: OpenStream): string {
  let text = '';
  let next = 0;
  for (const delta of deltasOf(stream)) {
    expect([0, next]).toContain(delta.index);
    text = delta.index === 0 ? delta.text : text + delta.text;
    next = delta.index + 1;
  }
  return text;
}

const speech = (name: string) =>
  Array.from({ length: 25 }, (_, word) => `/say ${name} ${word}\n/sleep 60`).join('\n');
const script = ['one', 'two', 'three', 'four'].map(speech).join('\n/call update_plan {"steps":[]}\n---\n');

it('[event.stream.text-so-far] [event.deltas.start-over] clients of two APIs that join replies of two workers, one of which is killed, get them whole', async () => {
  const followed = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const thread = await startThread(client, agent);
      const join = async () =>
        await followThread({
          baseUrl: apiUrls[streams.length % 2] ?? '',
          apiKey,
          subject: 'ada',
          threadId: thread,
        });
      const streams: OpenStream[] = [];
      streams.push(await join());
      await post(client, thread, script);
      return { thread, streams, join };
    }),
  );
  // Each runs by itself: who comes when depends on how fast deltas are there.
  const joining = followed.map(async ({ streams, join }) => {
    const [first] = streams;
    if (first === undefined) throw new Error('nobody follows the thread');
    for (let count = 0; count < 20; count += 1) {
      const before = deltasOf(first).length;
      await waitUntil(() => deltasOf(first).length >= before + 2, {
        timeoutMs: 60_000,
        everyMs: 5,
        what: 'the reply goes on',
      });
      streams.push(await join());
    }
  });
  await waitUntil(() => followed.every(({ streams }) => streams.length > 5), {
    timeoutMs: 60_000,
    everyMs: 5,
    what: 'all are in the middle of their replies',
  });
  await stack.kill('worker');
  await Promise.all(joining);
  for (const { thread, streams } of followed) {
    await Promise.all(streams.map((stream) => stream.until(({ type }) => type === 'run.completed')));
    const reply = (await messagesOf(client, thread)).find(({ role }) => role === 'assistant');
    expect(reply?.content).toMatch(/^one 0[^]*\n\ntwo 0[^]*\n\nthree 0[^]*\n\nfour 0[^]*four 24$/);
    for (const stream of streams) {
      stream.close();
      expect(shown(stream)).toBe(reply?.content);
      expect(new Set(deltasOf(stream).map(({ message_id }) => message_id))).toEqual(new Set([reply?.id]));
    }
  }
});
