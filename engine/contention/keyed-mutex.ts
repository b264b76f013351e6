/**
 * A mutex for each key, within this process. Correctness does not depend on it: writes that would conflict in one
 * document wait here for some milliseconds instead of being rejected by the database.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Whether work on a key is in progress, so that the next caller has to wait. */
  isHeld(key: string): boolean {
    return this.#last.has(key);
  }

  /** Does the work once all earlier work on the key is over, whether it succeeded or not. */
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
