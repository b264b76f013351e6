import { createHash } from 'node:crypto';

/**
 * The sent part of a text, in constant memory: enough to check whether another text begins with it. Lengths are in
 * UTF-16 code units.
 */
export class SentText {
  readonly #hash = createHash('sha256');
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    this.#hash.update(text);
    this.#length += text.length;
  }

  /** Whether `text` begins with what was sent, so that `text.slice(length)` continues it. */
  isStartOf(text: string): boolean {
    if (this.#length === 0) return true;
    if (text.length < this.#length) return false;
    const start = createHash('sha256').update(text.slice(0, this.#length)).digest();
    return start.equals(this.#hash.copy().digest());
  }
}
