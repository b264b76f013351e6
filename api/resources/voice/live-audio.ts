import { speechChunkBytes } from '#store/voice/speech-chunks.ts';

/** How much stored audio stays in memory for a reader that is a little behind. */
const windowBytes = 1024 * 1024;
/** Audio in memory is in blocks of this length, however small the pieces are in which it comes. */
const blockBytes = 64 * 1024;

/**
 * Audio that is being made. Any number of readers follow it, each at its own pace: from memory, or from the store once
 * they are further behind. A slow reader therefore neither delays the making nor costs memory.
 */
export class LiveAudio {
  readonly #readStored: (index: number) => Promise<Buffer>;
  /** The audio from `#start` to `#end`, counted in bytes. All blocks but the last are full. */
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
    for (let at = 0; at < piece.length;) {
      const filled = (this.#end - this.#start) % blockBytes;
      if (filled === 0) this.#window.push(Buffer.allocUnsafe(blockBytes));
      const copied = piece.copy(this.#window.at(-1) as Buffer, filled, at);
      at += copied;
      this.#end += copied;
    }
    this.#wake();
  }

  /** The audio up to here can be read from the store. */
  noteStored(bytes: number): void {
    this.#stored = bytes;
    for (;;) {
      const next = this.#start + blockBytes;
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
    if (at >= this.#end) return undefined;
    const block = Math.floor((at - this.#start) / blockBytes);
    const blockStart = this.#start + block * blockBytes;
    return this.#window[block]?.subarray(at - blockStart, Math.min(blockBytes, this.#end - blockStart));
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
