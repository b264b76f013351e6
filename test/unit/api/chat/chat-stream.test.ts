import { expect, it } from 'vitest';
import { type ChatConditions, chatStream } from '#api/chat/chat-stream.ts';
import { createLogger } from '#config/logger.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';

const run = { _id: 'run', state: 'running' } as unknown as RunDocument;
const place = { run_id: 'run', after: 0, said: 0, calls: [], message_id: 'run' };

/** The stream of a run of which nothing is heard for so many heartbeats. */
function quietStream(heartbeats: number, conditions: Partial<ChatConditions> = {}): AsyncGenerator<string> {
  const feed = {
    async *follow() {
      for (let beat = 0; beat < heartbeats; beat += 1) yield await Promise.resolve(undefined);
    },
  } as unknown as ThreadFeed;
  return chatStream(feed, 'thread', place, {
    signal: new AbortController().signal,
    stillAllowed: async () => await Promise.resolve(true),
    readRun: async () => await Promise.resolve(run),
    readText: async () => await Promise.resolve(''),
    log: createLogger('api', 'silent'),
    ...conditions,
  });
}

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
