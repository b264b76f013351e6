import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageDelta } from '#contract/event.ts';
import type { AcceptedMessage } from '#contract/message.ts';
import { messagesOf, startThread } from '#clients/raw/conversation.ts';
import { ApiError } from '#heddle-client/errors.ts';
import type { ApiClient } from './api-client.ts';
import { followThread } from './event-source.ts';

/** The follower of replies, and the agent. */
export interface Following {
  client: ApiClient;
  apiKey: string;
  agent: string;
  /** The API at which it does. */
  baseUrl: string;
}

/** A client's part of a reply right before its end, and the reply. */
export interface FollowedReply {
  added: string;
  content: unknown;
}

/** Replies of one turn and of several, quick ones and slower ones. */
const scripts = [
  'Hello',
  '/say One two three',
  '/say One\n/sleep 40\n/say two\n/sleep 40\n/say three',
  '/say Before\n/call update_plan {"steps":[]}\n---\n/say after',
];

const scriptAt = (place: number) => scripts[place % scripts.length] ?? '';

/** Asks again while the service is too busy to answer, as clients do. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503) throw error;
      await delay(500);
    }
  }
}

/** Follows the events of a thread from before a message on. */
export async function followEvents(
  { client, apiKey, agent, baseUrl }: Following,
  place: number,
): Promise<FollowedReply> {
  const thread = await patiently(() => startThread(client, agent));
  const stream = await followThread({ baseUrl, apiKey, subject: 'ada', threadId: thread });
  if (stream.status !== 200) throw new Error(`the stream was answered with ${stream.status}`);
  const message = {
    json: { content: scriptAt(place) },
    headers: { 'idempotency-key': randomUUID() },
  };
  await patiently(() => client.call<AcceptedMessage>('POST', `/v1/loom/threads/${thread}/messages`, message));
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

/** Posts a message by the chat protocol, whose answer is the reply. */
export async function followChat(
  { client, apiKey, agent, baseUrl }: Following,
  place: number,
): Promise<FollowedReply> {
  const thread = await patiently(() => startThread(client, agent));
  const idempotencyKey = randomUUID();
  const send = async () =>
    await fetch(`${baseUrl}/v1/loom/threads/${thread}/chat`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'service-subject': 'ada',
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({
        messages: [{ id: 'one', role: 'user', parts: [{ type: 'text', text: scriptAt(place) }] }],
      }),
    });
  let response = await send();
  while (response.status === 503) {
    await delay(500);
    response = await send();
  }
  let added = '';
  for (const line of (await response.text()).split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const frame = JSON.parse(line.slice(6)) as { type: string; delta?: string };
    if (frame.type === 'reset-step') added = added.slice(0, added.lastIndexOf('|') + 1);
    added += frame.type === 'text-end' ? '|' : (frame.delta ?? '');
  }
  const [, reply] = await patiently(() => messagesOf(client, thread));
  // Between its texts, the reply has blank lines.
  return { added: added.slice(0, -1).replaceAll('|', '\n\n'), content: reply?.content };
}

/** Those of many replies, so many at once, of which a client did not have all words right before they were completed. */
export async function wronglyFollowed(
  follow: (place: number) => Promise<FollowedReply>,
  { count, atOnce }: { count: number; atOnce: number },
): Promise<FollowedReply[]> {
  const wrong: FollowedReply[] = [];
  let next = 0;
  const followOn = async () => {
    for (let place = next++; place < count; place = next++) {
      const found = await follow(place);
      if (found.added !== found.content || found.content === '') wrong.push(found);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, followOn));
  return wrong;
}
