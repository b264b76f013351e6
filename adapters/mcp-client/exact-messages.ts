import { quoteInexact, readKeepingDigits } from '#contract/exact-json.ts';
import { isJsonObject } from '#contract/json.ts';
import { excessOf } from '#contract/json-size.ts';
import { isEventStream, MappedEventData } from '../event-data.ts';
import type { OutboundStream } from '../outbound-http/port.ts';

/**
 * The body of an answer, for a client that reads its messages with `JSON.parse`: numbers that this would change are strings of
 * their digits, and a result with a member that is named twice is one that cannot be read.
 * @param most messages with more separators are left as they are, because reading them would delay others
 */
export async function* exactMessages(
  { body, headers }: Pick<OutboundStream, 'body' | 'headers'>,
  most: number,
): AsyncGenerator<Uint8Array> {
  // Whatever else the client is given, it parses.
  const bounds = { separators: most, members: Number.POSITIVE_INFINITY };
  const exact = (text: string) => (excessOf(text, bounds) === undefined ? exactMessage(text) : text);
  const messages = isEventStream(headers) ? new MappedEventData(exact) : new WholeMessage(exact);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  for await (const bytes of body) yield encoder.encode(messages.add(decoder.decode(bytes, { stream: true })));
  yield encoder.encode(messages.add(decoder.decode()) + messages.end());
}

/** A body that is one message. */
class WholeMessage {
  readonly #map: (text: string) => string;
  #text = '';

  constructor(map: (text: string) => string) {
    this.#map = map;
  }

  add(piece: string): string {
    this.#text += piece;
    return '';
  }

  end(): string {
    return this.#map(this.#text);
  }
}

function exactMessage(text: string): string {
  const read = readKeepingDigits(text);
  if (!('fault' in read)) return quoteInexact(text);
  return read.fault === 'not_json' ? text : unreadable(text);
}

/** The call took effect, although it is not known which of two members counts. */
function unreadable(text: string): string {
  // Only for the id of the message: nothing of the result is taken from it, apart from its kind.
  const message: unknown = JSON.parse(text);
  if (!isJsonObject(message) || !isJsonObject(message['result'])) return text;
  const { jsonrpc, id, result } = message;
  const { isError, resultType } = result;
  return JSON.stringify({
    jsonrpc,
    id,
    result: { isError, resultType, content: [], structuredContent: { unreadable: true, text } },
  });
}
