import { LRUCache } from 'lru-cache';
import { ProvenCredentials } from './proven-credentials.ts';

/** From the start of the read. A revoked credential is refused everywhere within 5 seconds. */
const rememberedMs = 4000;
/** How long a credential that does not exist is cached. */
const missingMs = 1000;
const rememberedCount = 10_000;

/** Reads a credential, or refuses to. */
export type Guard = <Found>(read: () => Promise<Found | undefined>) => Promise<Found | undefined>;

/** A result, and the start of its read, by `performance.now()`. */
interface Read<Found> {
  found: Found;
  from: number;
}

/**
 * Looks up credentials, and caches the results for a few seconds. Credentials that do not exist are cached separately,
 * so that guesses do not evict those that exist.
 */
export class CredentialCache<Found extends object> {
  readonly #found: LRUCache<string, Read<Found>, Guard>;
  readonly #missing: LRUCache<string, true>;
  readonly #proven = new ProvenCredentials();

  /** @param find reads from the store; concurrent requests share one read */
  constructor(find: (name: string) => Promise<Found | undefined>) {
    // Read at each call, so that tests can replace the clock.
    const perf = { now: () => performance.now() };
    this.#missing = new LRUCache({ max: rememberedCount, ttl: missingMs, perf });
    this.#found = new LRUCache({
      max: rememberedCount,
      ttl: rememberedMs,
      perf,
      fetchMethod: async (name, _, { options, context: guard }) => {
        const from = performance.now();
        const found = this.#proven.has(name) ? await find(name) : await guard(async () => await find(name));
        this.#proven.note(name, found !== undefined);
        if (found === undefined) this.#missing.set(name, true);
        // Zero would mean forever.
        options.ttl = Math.max(rememberedMs - (performance.now() - from), 1);
        return found === undefined ? undefined : { found, from };
      },
      // An entry that was evicted while it was being read is still valid.
      ignoreFetchAbort: true,
    });
  }

  /**
   * @param guard reads instead of this cache if the credential is not known to have existed
   * @throws what the guard or the read throws
   */
  async get(name: string, guard: Guard): Promise<Found | undefined> {
    if (this.#missing.has(name)) return undefined;
    const askedAt = performance.now();
    const fetch = async (forceRefresh: boolean) =>
      await this.#found.fetch(name, { context: guard, forceRefresh });
    let read = this.#found.get(name) ?? (await fetch(false));
    // A read that took very long, and was joined late, may have begun before the credential was revoked.
    while (read !== undefined && askedAt - read.from >= rememberedMs) read = await fetch(true);
    return read?.found;
  }
}
