import type { Logger } from '#config/logger.ts';
import type { Database } from '#store/database.ts';
import { insertRequests, type RequestDocument } from '#store/requests.ts';

/** A record is stored at most this late. */
const flushMs = 250;
/** So many are stored at once. */
const batch = 1000;
/** So many are kept while the store does not answer; some 20 MB. */
const bound = 50_000;
/** How long nobody asks a store again that did not answer. */
const retryMs = 1000;

/**
 * Records of requests on their way to the store: gathered in memory and stored many at a time, so that no request
 * waits for its own.
 */
export class RequestLog {
  readonly #db: Database;
  readonly #log: Logger;
  #pending: RequestDocument[] = [];
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> | undefined;
  #away = false;
  #dropped = 0;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  add(record: RequestDocument): void {
    if (this.#pending.length >= bound) {
      this.#dropped += 1;
      return;
    }
    this.#pending.push(record);
    if (this.#pending.length >= batch && !this.#away) void this.flush();
    else this.#wait(this.#away ? retryMs : flushMs);
  }

  /** Stores what was added so far. Never rejects: what could not be stored stays for the next time. */
  async flush(): Promise<void> {
    // What is being stored now may have been taken before the latest were added.
    await this.#storing;
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined;
    });
    await this.#storing;
  }

  /** Stores what is left, when no requests come any more; what cannot be stored now is lost, and the log says so. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
    const lost = this.#pending.length + this.#dropped;
    if (lost > 0) this.#log.error({ lost }, 'request records are lost: the store does not answer');
  }

  #wait(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, ms);
  }

  async #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#pending.length > 0) {
      const records = this.#pending.slice(0, batch);
      try {
        await insertRequests(this.#db, records);
      } catch (error) {
        this.#isAway(error);
        this.#wait(retryMs);
        return;
      }
      this.#pending.splice(0, records.length);
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
    if (this.#away) this.#log.info('request records are stored again');
    this.#away = false;
    this.#dropped = 0;
  }
}
