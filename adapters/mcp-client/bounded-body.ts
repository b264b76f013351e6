import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { OutboundStream } from '../outbound-http/port.ts';

/** The client gets at most this much at once, and the event loop its turn in between. */
const pieceBytes = 4 * 1024;

const [quote, backslash, lineFeed, carriageReturn] = [0x22, 0x5c, 0x0a, 0x0d];
const separators: ReadonlySet<number> = new Set(Buffer.from('{[,:'));

/**
 * Counts the separators (`{`, `[`, `,` and `:`) of JSON texts outside their strings as they arrive. A line break ends a
 * string, because no string contains one and the lines of an event stream are independent of each other.
 */
class SeparatorCount {
  #count = 0;
  #inText = false;
  #escaped = false;

  /** @returns the number so far */
  add(bytes: Uint8Array): number {
    for (const byte of bytes) {
      if (byte === lineFeed || byte === carriageReturn) {
        this.#inText = false;
        this.#escaped = false;
      } else if (this.#escaped) this.#escaped = false;
      else if (this.#inText && byte === backslash) this.#escaped = true;
      else if (byte === quote) this.#inText = !this.#inText;
      else if (!this.#inText && separators.has(byte)) this.#count += 1;
    }
    return this.#count;
  }
}

/**
 * The body of an answer in small pieces, between which the event loop gets its turn. A body that consists of very many
 * values fails before they are parsed.
 * @param most separators
 * @param tooMany creates the error
 */
export async function* boundedBody(
  { body }: Pick<OutboundStream, 'body'>,
  { most, tooMany }: { most: number; tooMany: () => Error },
): AsyncGenerator<Uint8Array> {
  const count = new SeparatorCount();
  for await (const bytes of body) {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      const piece = bytes.subarray(from, from + pieceBytes);
      if (count.add(piece) > most) throw tooMany();
      yield piece;
      await yieldToOthers();
    }
  }
}
