import { createParser } from 'eventsource-parser';
import type { Client } from '#clients/raw/client.ts';
import type { Event } from '#contract/event.ts';

/**
 * Follows the events of a thread until the signal. Resolves when the service has answered.
 * @param onEvent receives each stored event; deltas are left out
 */
export async function follow(
  client: Client,
  threadId: string,
  signal: AbortSignal,
  onEvent: (event: Event) => void,
): Promise<void> {
  const path = `/v1/loom/threads/${threadId}/events`;
  const { status, body } = await client.open('GET', path, { signal });
  if (status !== 200 || body === null) throw new Error(`the events of a thread were answered with ${status}`);
  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (id !== undefined) onEvent(JSON.parse(data) as Event);
    },
  });
  void read(body, (text) => parser.feed(text)).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

async function read(body: AsyncIterable<Uint8Array>, feed: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of body) feed(decoder.decode(piece, { stream: true }));
}
