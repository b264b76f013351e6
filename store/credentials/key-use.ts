import { LRUCache } from 'lru-cache';
import { defined } from '#contract/defined.ts';
import type { KeyLife } from '#contract/key-life.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Acting } from '../audit/record.ts';
import type { Database } from '../mongo/database.ts';

/** A use is written at most once in this time for each key, by all processes together. */
const writtenEveryMs = 60_000;
/** Above this number of keys, a process may write `last_used_at` more often than needed. */
const rememberedCount = 10_000;

/** The collections of keys, with the field by which a credential names its key. */
export type UsedKey =
  | { collection: 'api_keys'; filter: { _id: string } }
  | { collection: 'signing_keys'; filter: { kid: string } };

/** Notes that keys are used. One instance per process: it writes in the background, and rarely. */
export class KeyUse {
  readonly #db: Database;
  readonly #log: { warn: (facts: object, message: string) => void };
  readonly #noted = new LRUCache<string, true>({
    max: rememberedCount,
    ttl: writtenEveryMs,
    ttlResolution: 0,
    // Read at each call, so that tests can replace the clock.
    perf: { now: () => performance.now() },
  });

  constructor(db: Database, log: { warn: (facts: object, message: string) => void }) {
    this.#db = db;
    this.#log = log;
  }

  /** Notes a use. Neither waits nor throws: a use that is lost is less than a request that fails. */
  note(key: UsedKey): void {
    const name = Object.values(key.filter).join();
    if (this.#noted.has(name)) return;
    this.#noted.set(name, true);
    this.#write(key).catch((error: unknown) => {
      this.#noted.delete(name);
      this.#log.warn({ err: error }, 'the use of a key was not noted');
    });
  }

  async #write({ collection, filter }: UsedKey): Promise<void> {
    const now = new Date();
    const isDue = { last_used_at: { $not: { $gt: new Date(now.getTime() - writtenEveryMs) } } };
    const used = { $set: { last_used_at: now } };
    if (collection === 'api_keys') await this.#db.api_keys.updateOne({ ...filter, ...isDue }, used);
    else await this.#db.signing_keys.updateOne({ ...filter, ...isDue }, used);
  }
}

/** The creator of a key. */
export function makerOf({ actor }: Acting): { created_by?: string } {
  return actor === undefined || actor === '' ? {} : { created_by: actor };
}

/** The shown part of a key's life. */
export function lifeOf({ created_by, last_used_at }: { created_by?: string; last_used_at?: Date }): KeyLife {
  return defined({ created_by, last_used_at: last_used_at && toTimestamp(last_used_at) });
}
