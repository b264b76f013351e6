import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MessageDelta } from '#contract/event.ts';
import { messagesOf, post, publishScripted, startThread } from '#client/conversation.ts';
import { followThread } from '../support/event-source.ts';
import { perFile } from '../support/per-file.ts';
import { startService, type TestWorkspace } from '../support/service.ts';

/** How many streams of each kind are opened, and how many loops take the machine meanwhile. */
const streams = Number(process.env['FOLLOWERS'] ?? 40);
const busyLoops = Number(process.env['BUSY_LOOPS'] ?? 0);
const atOnce = 10;

const service = perFile(() => startService());
let workspace: TestWorkspace;
let agent: string;
let baseUrls: string[];
const loops = Array.from({ length: busyLoops }, () => spawn(process.execPath, ['-e', 'for (;;) {}']));
afterAll(() => {
  for (const loop of loops) loop.kill();
});
beforeAll(async () => {
  baseUrls = [service.baseUrl, (await service.secondApi()).baseUrl];
  workspace = await service.workspace({ subject: 'ada', credits: 100_000 });
  agent = (await publishScripted(workspace.client, { patches: [{ ref: 'update_plan@1' }] })).id;
});

/** Replies of one turn and of several, quick ones and slower ones. */
const scripts = [
  'Hello',
  '/say One two three',
  '/say One\n/sleep 40\n/say two\n/sleep 40\n/say three',
  '/say Before\n/call update_plan {"steps":[]}\n---\n/say after',
];

/** What a client has of a reply right before it is completed, and the reply. */
async function followReply(place: number): Promise<{ added: string; content: unknown }> {
  const thread = await startThread(workspace.client, agent);
  const stream = await followThread({
    baseUrl: baseUrls[place % 2] ?? '',
    apiKey: workspace.apiKey,
    subject: 'ada',
    threadId: thread,
  });
  await post(workspace.client, thread, scripts[place % scripts.length] ?? '');
  const completed = await stream.until(({ type }) => type === 'message.completed');
  stream.close();
  const before = stream.events.slice(0, stream.events.indexOf(completed));
  let added = '';
  for (const { type, event } of before) {
    if (type !== 'message.delta') continue;
    const { index, text } = MessageDelta.parse(event.data);
    added = index === 0 ? text : added + text;
  }
  return { added, content: completed.event.data?.['content'] };
}

/** The texts of a chat stream, and the reply without the blank lines between its texts. */
async function chatReply(place: number): Promise<{ added: string; content: unknown }> {
  const thread = await startThread(workspace.client, agent);
  const text = scripts[place % scripts.length] ?? '';
  const response = await fetch(`${baseUrls[place % 2]}/v1/loom/threads/${thread}/chat`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${workspace.apiKey}`,
      'service-subject': 'ada',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ messages: [{ id: 'one', role: 'user', parts: [{ type: 'text', text }] }] }),
  });
  let added = '';
  for (const line of (await response.text()).split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const frame = JSON.parse(line.slice(6)) as { type: string; delta?: string };
    if (frame.type === 'reset-step') added = added.slice(0, added.lastIndexOf('|') + 1);
    added += frame.type === 'text-end' ? '|' : (frame.delta ?? '');
  }
  const [, reply] = await messagesOf(workspace.client, thread);
  return { added: added.slice(0, -1).replaceAll('|', '\n\n'), content: reply?.content };
}

it.each([
  ['[event.deltas.before-completed] events', followReply],
  ['[chat.whole] frames', chatReply],
] as const)(
  '%s of many streams that are open before the message, at two processes, add up to every reply',
  async (_, follow) => {
    const wrong: object[] = [];
    for (let done = 0; done < streams; done += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, streams - done) }, (__, index) => done + index);
      const found = await Promise.all(some.map(async (place) => await follow(place)));
      wrong.push(...found.filter(({ added, content }) => added !== content));
    }
    expect(wrong).toEqual([]);
  },
  300_000,
);
