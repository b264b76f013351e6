/**
 * A mutex for each key, within this process. Nothing is kept correct by it, only quick: writes that would meet in one
 * document, and be thrown back there, wait here for some milliseconds instead.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Whether work on a key is going on, so that who comes now has to wait. */
  isHeld(key: string): boolean {
    return this.#last.has(key);
  }

  /** Does the work once all that came before it on the key is over, whether it succeeded or not. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => {});
    this.#last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
