import type { Logger } from '#config/logger.ts';
import type { Database } from '#store/database.ts';
import { toBatches, type RequestBatchDocument } from '#store/request-batches.ts';
import { insertRequests, type RequestDocument } from '#store/requests.ts';

/** A record is stored at most this late. */
const flushMs = 250;
/** So many are stored at once. */
const atOnce = 1000;
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
  /** What is being stored. It stays as it is until it is: a second try may find that the first went through. */
  #batches: RequestBatchDocument[] = [];
  /** How many requests are in these. */
  #batched = 0;
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> | undefined;
  #away = false;
  #dropped = 0;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  add(record: RequestDocument): void {
    if (this.#waiting >= bound) {
      this.#dropped += 1;
      return;
    }
    this.#pending.push(record);
    if (this.#pending.length >= atOnce && !this.#away) void this.flush();
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
    const lost = this.#waiting + this.#dropped;
    if (lost > 0) this.#log.error({ lost }, 'request records are lost: the store does not answer');
  }

  get #waiting(): number {
    return this.#pending.length + this.#batched;
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
    while (this.#waiting > 0) {
      if (this.#batched === 0) this.#take();
      try {
        await insertRequests(this.#db, this.#batches);
      } catch (error) {
        this.#isAway(error);
        this.#wait(retryMs);
        return;
      }
      this.#batched = 0;
      this.#isBack();
    }
  }

  #take(): void {
    const records = this.#pending.splice(0, atOnce);
    this.#batches = toBatches(records);
    this.#batched = records.length;
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
