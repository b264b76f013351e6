import { speechChunkBytes } from '#store/voice/speech-chunks.ts';

/** How much stored audio stays in memory for a reader that is a little behind. */
const windowBytes = 1024 * 1024;

/**
 * Audio that is being made. Any number of readers follow it, each at its own pace: from memory, or from the store once
 * they are further behind. A slow reader therefore neither delays the making nor costs memory.
 */
export class LiveAudio {
  readonly #readStored: (index: number) => Promise<Buffer>;
  /** The pieces from `#start` to `#end`, counted in bytes of the audio. */
  readonly #window: Buffer[] = [];
  #start = 0;
  #end = 0;
  #stored = 0;
  #outcome: { error?: unknown } | undefined;
  #changed = Promise.withResolvers<void>();

  /** @param readStored reads a stored piece of {@link speechChunkBytes} */
  constructor(readStored: (index: number) => Promise<Buffer>) {
    this.#readStored = readStored;
  }

  get bytes(): number {
    return this.#end;
  }

  append(piece: Buffer): void {
    this.#window.push(piece);
    this.#end += piece.length;
    this.#wake();
  }

  /** The audio up to here can be read from the store. */
  noteStored(bytes: number): void {
    this.#stored = bytes;
    for (let first = this.#window[0]; first !== undefined; first = this.#window[0]) {
      const next = this.#start + first.length;
      if (next > this.#stored || this.#end - next < windowBytes) return;
      this.#start = next;
      this.#window.shift();
    }
  }

  /** The audio is complete. */
  end(): void {
    this.#outcome ??= {};
    this.#wake();
  }

  /** The audio breaks off. Readers get the error once they have read what there is. */
  fail(error: unknown): void {
    this.#outcome ??= { error };
    this.#wake();
  }

  /** Follows the audio from its beginning. @throws what it failed with */
  async *read(): AsyncGenerator<Buffer, void> {
    for (let at = 0; ;) {
      const piece = at < this.#start ? await this.#storedFrom(at) : this.#pieceAt(at);
      if (piece !== undefined) {
        at += piece.length;
        yield piece;
      } else if (this.#outcome === undefined) await this.#changed.promise;
      else if ('error' in this.#outcome) throw this.#outcome.error;
      else return;
    }
  }

  async #storedFrom(at: number): Promise<Buffer> {
    const stored = await this.#readStored(Math.floor(at / speechChunkBytes));
    return stored.subarray(at % speechChunkBytes);
  }

  #pieceAt(at: number): Buffer | undefined {
    let start = this.#start;
    for (const piece of this.#window) {
      if (at < start + piece.length) return piece.subarray(at - start);
      start += piece.length;
    }
    return undefined;
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
