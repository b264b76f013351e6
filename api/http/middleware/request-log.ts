import type { Log } from '#engine/ports/log.ts';
import type { Database } from '#store/mongo/database.ts';
import { insertRequests, type NewRequest } from '#store/requests/requests.ts';
import { withoutErased } from '#store/erasures/erasures.ts';

/** The longest time until a record is stored. */
const flushMs = 250;
/** The most records in one insert: some 500 KB. */
const recordsAtOnce = 1000;
/** The most records that are kept while the store does not respond: some 20 MB. */
const bound = 50_000;
/** After this time, a record may come later than the end of an erasure of its subject, which lasts at least a minute. */
const lateMs = 30_000;
/** How long a store that did not respond is left alone. */
const retryMs = 1000;

/** Stores the records of requests in the background, so that no request waits for its own. */
export class RequestLog {
  readonly #db: Database;
  readonly #log: Log;
  #waiting: NewRequest[] = [];
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> | undefined;
  #away = false;
  #dropped = 0;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Adds a record. If too many are already waiting, it is dropped, and the log says so once the store responds again.
   */
  add(record: NewRequest): void {
    if (this.#waiting.length >= bound) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(record);
    this.#schedule(this.#away ? retryMs : flushMs);
  }

  /** Stores the records added so far. Never rejects: what could not be stored is kept for the next time. */
  async flush(): Promise<void> {
    // A write in progress does not include the latest records.
    await this.#storing;
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined;
    });
    await this.#storing;
  }

  /** Stores what is left when no more requests arrive. What cannot be stored now is lost, and the log says so. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
    const lost = this.#waiting.length + this.#dropped;
    if (lost > 0) this.#log.error({ lost }, 'request records are lost: the store does not answer');
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, ms);
  }

  async #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Only the records that are waiting now, because under load more keep arriving, and a flush would never end.
    for (let left = this.#waiting.length; left > 0;) {
      const records = this.#waiting.slice(0, Math.min(left, recordsAtOnce));
      try {
        const isLate = records.some(({ created_at }) => Date.now() - created_at.getTime() > lateMs);
        const kept = isLate ? await withoutErased(this.#db, records) : records;
        if (kept.length > 0) await insertRequests(this.#db, kept);
      } catch (error) {
        this.#isAway(error);
        this.#schedule(retryMs);
        return;
      }
      this.#waiting = this.#waiting.slice(records.length);
      left -= records.length;
      this.#isBack();
    }
  }

  #isAway(error: unknown): void {
    if (!this.#away) this.#log.warn({ err: error }, 'request records wait: the store does not answer');
    this.#away = true;
  }

  #isBack(): void {
    if (this.#dropped > 0)
      this.#log.error({ lost: this.#dropped }, 'request records are lost: too many waited');
    if (this.#away) this.#log.info({}, 'request records are stored again');
    this.#away = false;
    this.#dropped = 0;
  }
}
