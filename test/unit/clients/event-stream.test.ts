import { expect, it } from 'vitest';
import { Heddle } from '#heddle-client/index.ts';

/** The first event that a client reads from a stream that comes in these pieces. */
async function firstOf(pieces: string[]): Promise<unknown> {
  const encoder = new TextEncoder();
  const answer: typeof fetch = async () => {
    const bytes = ReadableStream.from(pieces.map((piece) => encoder.encode(piece)));
    return await Promise.resolve(new Response(bytes, { headers: { 'content-type': 'text/event-stream' } }));
  };
  const heddle = new Heddle({ baseUrl: 'http://127.0.0.1:1', apiKey: 'sk_1', fetch: answer });
  for await (const event of heddle.threads.events('thread_1')) return event;
  return undefined;
}

const event = { type: 'message.delta', data: { text: 'a\u2028b\u2029c\u0085d' } };
const text = JSON.stringify(event);

it.each([
  ['LF', ['id: 1\n', `data: ${text}\n\n`]],
  ['CR LF', [`id: 1\r\ndata: ${text}\r\n\r\n`]],
  ['CR', [`id: 1\rdata: ${text}\r\r:\r`]],
  ['CR LF that comes in two pieces', ['id: 1\r', `\ndata: ${text}\r`, '\n\r', '\n']],
  ['single characters', Array.from(`data: ${text}\n\n`)],
])('[clients.event-lines] lines end at %s, and nowhere within a text', async (_title, pieces) => {
  expect(await firstOf(pieces)).toEqual(event);
});
