import { LRUCache } from 'lru-cache';

/**
 * A credential that was revoked is refused everywhere within 5 seconds. It is remembered for less, because it was
 * read a little before that time began.
 */
const rememberedMs = 4000;
const rememberedCount = 10_000;

/** Finds what stands behind credentials, and remembers it for a few seconds. What is not found is not remembered. */
export class Remembered<Found extends object> {
  readonly #cache: LRUCache<string, Found>;

  /** @param find reads it where it is stored; requests that come at once share one reading */
  constructor(find: (name: string) => Promise<Found | undefined>) {
    this.#cache = new LRUCache({
      max: rememberedCount,
      ttl: rememberedMs,
      fetchMethod: async (name) => await find(name),
      // What was pushed out while it was being read is good all the same.
      ignoreFetchAbort: true,
    });
  }

  async get(name: string): Promise<Found | undefined> {
    return this.#cache.get(name) ?? (await this.#cache.fetch(name));
  }
}
