import { expect, it } from 'vitest';
import { type ChatConditions, chatStream, type StoredRun } from '#api/chat/chat-stream.ts';
import { createLogger } from '#process/config/logger.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { RunWithContent } from '#engine/documents/run.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';

const run = { _id: 'run', state: 'running' } as unknown as RunWithContent;
const closed = { ...run, state: 'closed', reason: 'finished', cost: 0 } as unknown as RunWithContent;
const place = { run_id: 'run', after: 0, characters: 0, calls: [], message_id: 'run' };

/** The stream of a run, of which these events come, and nothing for a heartbeat where there is none. */
function streamOf(
  come: (EventDocument | undefined)[],
  stored: Partial<StoredRun> = {},
  conditions: Partial<ChatConditions> = {},
): AsyncGenerator<string> {
  const feed = {
    async *follow() {
      for (const event of come) yield await Promise.resolve(event);
    },
  } as unknown as ThreadFeed;
  return chatStream(feed, 'thread', place, {
    signal: new AbortController().signal,
    stillAllowed: async () => await Promise.resolve(true),
    log: createLogger('api', 'silent'),
    sdk: '7',
    stored: {
      read: async () => await Promise.resolve(run),
      text: async () => await Promise.resolve(''),
      textUpTo: async () => await Promise.resolve(undefined),
      reply: async () => await Promise.resolve(undefined),
      approval: async () => await Promise.resolve(undefined),
      hasEventsAfter: async () => await Promise.resolve(false),
      ...stored,
    },
    ...conditions,
  });
}

const quietStream = (heartbeats: number, conditions: Partial<ChatConditions> = {}) =>
  streamOf(Array<undefined>(heartbeats).fill(undefined), {}, conditions);

let position = 0;
const event = (type: EventDocument['type'], data: object): EventDocument =>
  ({ type, run_id: 'run', thread_seq: (position += 1), data: toJsonText(data) }) as unknown as EventDocument;
const delta = (index: number, text: string) => event('message.delta', { message_id: 'm', index, text });
const started = event('tool_call.started', { tool_call_id: 'call', patch_ref: 'look@1', args: {} });
const ended = [
  event('message.completed', { id: 'm', content: 'One two', parts: null }),
  event('run.completed', { state: 'closed', reason: 'finished', cost_credits: 0 }),
];
/** The kinds of frames, and the texts among them. */
const framesIn = (texts: string[]) =>
  texts
    .filter((text) => text.startsWith('data: {'))
    .map((text) => JSON.parse(text.slice(6)) as { type: string; delta?: string })
    .map(({ type, delta: said }) => said ?? type);

async function toEnd(stream: AsyncGenerator<string>): Promise<{ texts: string[]; error: string }> {
  const texts: string[] = [];
  try {
    for await (const text of stream) texts.push(text);
  } catch (error) {
    return { texts, error: (error as Error).message };
  }
  return { texts, error: '' };
}

it('[chat.stream] a stream that is quiet for an hour sends heartbeats, and without its end it is told as cut off', async () => {
  const { texts, error } = await toEnd(quietStream(240));
  expect(texts.slice(1)).toEqual(Array.from({ length: 240 }, () => ': heartbeat\n\n'));
  expect(error).toContain('cut off');
});

it('[chat.access] a stream ends at the heartbeat after its credential ended, without an end that a client would believe', async () => {
  let checks = 0;
  const stillAllowed = async () => await Promise.resolve((checks += 1) <= 3);
  const { texts, error } = await toEnd(quietStream(240, { stillAllowed }));
  expect(texts.filter((text) => text.startsWith(':'))).toHaveLength(3);
  expect(texts.join('')).not.toContain('[DONE]');
  expect(error).toContain('credential');
});

it('[chat.whole] a run that has ended before its events arrive is told by them, with its reply', async () => {
  const hasEventsAfter = async (after: number) => await Promise.resolve(after < position);
  const read = async () => await Promise.resolve(closed);
  const { texts } = await toEnd(streamOf([undefined, ...ended], { read, hasEventsAfter }));
  expect(framesIn(texts)).toContain('One two');
  expect(texts.at(-1)).toBe('data: [DONE]\n\n');
});

it('[chat.whole] a run that has paused before its events arrive is told by them, with its calls', async () => {
  const expires_at = new Date(Date.now() + 3_600_000);
  const content = { prompt: {} };
  const pause = { type: 'question', tool_call_id: 'asked', patch_ref: 'ask_user@1', content, expires_at };
  const paused = { ...run, state: 'awaiting_input', pauses: [pause] } as unknown as RunWithContent;
  const asks = event('elicitation.requested', { tool_call_id: 'asked', patch_ref: 'ask_user@1' });
  const hasEventsAfter = async (after: number) => await Promise.resolve(after < position);
  const stored = {
    read: async () => await Promise.resolve(paused),
    text: async () => await Promise.resolve('Which?'),
    hasEventsAfter,
  };
  const { texts } = await toEnd(streamOf([undefined, started, asks], stored));
  expect(framesIn(texts).filter((frame) => frame === 'tool-input-available')).toHaveLength(2);
  expect(framesIn(texts)).toContain('Which?');
});

it('[chat.whole] a run whose events are not kept is told with its reply', async () => {
  const reply = { content: 'One two', created_at: new Date(0) } as unknown as MessageDocument;
  const stored = {
    read: async () => await Promise.resolve(closed),
    reply: async () => await Promise.resolve(reply),
  };
  const { texts } = await toEnd(streamOf([undefined], stored));
  expect(framesIn(texts)).toContain('One two');
});

it('[chat.whole] before a call comes all that was said before it, and a late delta of it adds nothing', async () => {
  const textUpTo = async () => await Promise.resolve('One two.');
  const come = [delta(0, 'One'), started, delta(1, ' two.'), delta(2, '\n\nThree'), ...ended.slice(1)];
  const { texts } = await toEnd(streamOf(come, { textUpTo }));
  const until = 'start-step|text-start|One| two.|text-end|tool-input-available|finish-step';
  const after = 'start-step|text-start|Three|text-end|finish-step|finish';
  expect(framesIn(texts).slice(1).join('|')).toBe(`${until}|${after}`);
});

it('[chat.whole] what came of another try is taken back before a call', async () => {
  const textUpTo = async () => await Promise.resolve('One two.');
  const { texts } = await toEnd(
    streamOf([delta(0, 'Other words'), started, ...ended.slice(1)], { textUpTo }),
  );
  const frames = framesIn(texts);
  expect(frames.slice(frames.indexOf('reset-step')).join('|')).toBe(
    'reset-step|text-start|One two.|text-end|tool-input-available|finish-step|finish',
  );
});
