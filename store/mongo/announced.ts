/**
 * Announces writes of this process, right after they took effect, to listeners in this process. Listeners must return
 * at once, because the write waits for them.
 */
export class Announced<Announcement extends unknown[]> {
  readonly #listeners = new Set<(...announcement: Announcement) => void>();
  readonly #what: string;

  /** @param what is announced, for warnings */
  constructor(what: string) {
    this.#what = what;
  }

  /** @returns a function that stops this */
  listen(listener: (...announcement: Announcement) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls all listeners. Their errors do not affect what was stored. */
  announce(...announcement: Announcement): void {
    for (const listener of this.#listeners) {
      try {
        listener(...announcement);
      } catch (error) {
        const kind = error instanceof Error ? error.name : typeof error;
        process.emitWarning(`A listener of stored ${this.#what} failed: ${kind}`);
      }
    }
  }
}
