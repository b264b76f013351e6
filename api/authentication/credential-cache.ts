import { LRUCache } from 'lru-cache';

/** From when its reading began. A credential that was revoked is refused everywhere within 5 seconds. */
const rememberedMs = 4000;
const rememberedCount = 10_000;

/** Finds what stands behind credentials, and remembers it for a few seconds. What is not found is not remembered. */
export class CredentialCache<Found extends object> {
  readonly #cache: LRUCache<string, Found>;

  /** @param find reads it where it is stored; requests that come at once share one reading */
  constructor(find: (name: string) => Promise<Found | undefined>) {
    this.#cache = new LRUCache({
      max: rememberedCount,
      ttl: rememberedMs,
      // Looked up at each call, so that tests can replace the clock.
      perf: { now: () => performance.now() },
      fetchMethod: async (name, _, { options }) => {
        const from = performance.now();
        const found = await find(name);
        // Zero would be for ever.
        options.ttl = Math.max(rememberedMs - (performance.now() - from), 1);
        return found;
      },
      // What was pushed out while it was being read is good all the same.
      ignoreFetchAbort: true,
    });
  }

  async get(name: string): Promise<Found | undefined> {
    return this.#cache.get(name) ?? (await this.#cache.fetch(name));
  }
}
