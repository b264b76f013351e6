import { beforeAll, expect, it, vi } from 'vitest';
import { MessageDelta } from '#contract/event.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { actingPatch, json, publishActing, startHost } from '../support/acting.ts';
import { messagesOf, post, startThread } from '#client/conversation.ts';
import { followThread, type OpenStream } from '../support/event-source.ts';
import { patience } from '../support/patience.ts';
import { type ProcessStack, startProcessStack } from '../support/process-stack.ts';
import { perFile } from '../support/per-file.ts';

vi.setConfig(patience);

const stack = perFile(() => startProcessStack('joining'));
const host = perFile(startHost);
let apiUrls: string[];
let client: Awaited<ReturnType<ProcessStack['workspace']>>['client'];
let apiKey: string;
let agent: string;
beforeAll(async () => {
  const [api] = await Promise.all([stack.startAnother('api'), stack.startAnother('worker')]);
  apiUrls = [stack.apiUrl, api.url];
  ({ client, apiKey } = await stack.workspace());
  agent = (await publishActing(client, host, [look])).id;
});

/** Called at the end of a reply, and answered when all have joined it: nobody comes too late. */
const look = actingPatch('look', {
  reliability: { idempotent: true, retry: 'always' },
  timeout_seconds: 120,
});

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
const script = (thread: string) =>
  [
    ...['one', 'two', 'three'].map((name) => `${speech(name)}\n/call update_plan {"steps":[]}`),
    `${speech('four')}\n/call look {"to":"${thread}"}`,
    '/say over',
  ].join('\n---\n');

it('[event.stream.text-so-far] [event.deltas.start-over] clients of two APIs that join replies of two workers, one of which is killed, get them whole', async () => {
  const calling = new Set<unknown>();
  const joined = new Map<unknown, () => void>();
  host.answer = ({ body }, response) => {
    const { to } = body as { to: string };
    calling.add(to);
    void waits.get(to)?.then(() => json(response, 200, {}));
  };
  const waits = new Map<unknown, Promise<void>>();
  const followed = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const thread = await startThread(client, agent);
      waits.set(thread, new Promise((resolve) => void joined.set(thread, resolve)));
      const join = async () =>
        await followThread({
          baseUrl: apiUrls[streams.length % 2] ?? '',
          apiKey,
          subject: 'ada',
          threadId: thread,
        });
      const streams: OpenStream[] = [];
      streams.push(await join());
      await post(client, thread, script(thread));
      return { thread, streams, join };
    }),
  );
  // Each runs by itself: who comes when depends on how fast deltas are there.
  const joining = followed.map(async ({ thread, streams, join }) => {
    const [first] = streams;
    if (first === undefined) throw new Error('nobody follows the thread');
    for (let count = 0; count < 20; count += 1) {
      const before = deltasOf(first).length;
      await waitUntil(() => deltasOf(first).length >= before + 2 || calling.has(thread), {
        timeoutMs: 60_000,
        everyMs: 5,
        what: 'the reply goes on',
      });
      streams.push(await join());
    }
    // Whoever joins right before the end of a reply may be sent no delta of it, only the message.
    await waitUntil(() => streams.every((stream) => deltasOf(stream).length > 0), {
      timeoutMs: 60_000,
      everyMs: 5,
      what: 'all who joined see the reply',
    });
    joined.get(thread)?.();
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
    expect(reply?.content).toMatch(/^one 0[^]*\n\ntwo 0[^]*\n\nthree 0[^]*\n\nfour 0[^]*four 24\n\nover$/);
    for (const stream of streams) {
      stream.close();
      expect(shown(stream)).toBe(reply?.content);
      expect(new Set(deltasOf(stream).map(({ message_id }) => message_id))).toEqual(new Set([reply?.id]));
    }
  }
});
