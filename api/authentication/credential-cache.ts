import { LRUCache } from 'lru-cache';

/** From the start of the read. A revoked credential is refused everywhere within 5 seconds. */
const rememberedMs = 4000;
const rememberedCount = 10_000;

/** Looks up credentials, and caches the results for a few seconds. Credentials that do not exist are not cached. */
export class CredentialCache<Found extends object> {
  readonly #cache: LRUCache<string, Found>;

  /** @param find reads from the store; concurrent requests share one read */
  constructor(find: (name: string) => Promise<Found | undefined>) {
    this.#cache = new LRUCache({
      max: rememberedCount,
      ttl: rememberedMs,
      // Read at each call, so that tests can replace the clock.
      perf: { now: () => performance.now() },
      fetchMethod: async (name, _, { options }) => {
        const from = performance.now();
        const found = await find(name);
        // Zero would mean forever.
        options.ttl = Math.max(rememberedMs - (performance.now() - from), 1);
        return found;
      },
      // An entry that was evicted while it was being read is still valid.
      ignoreFetchAbort: true,
    });
  }

  async get(name: string): Promise<Found | undefined> {
    return this.#cache.get(name) ?? (await this.#cache.fetch(name));
  }
}
