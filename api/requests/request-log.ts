import type { Logger } from '#config/logger.ts';
import type { Database } from '#store/mongo/database.ts';
import { largestBatch, toBatches } from '#store/requests/request-batches.ts';
import type { RequestBatchDocument } from '#store/documents/request-batch.ts';
import { insertRequests } from '#store/requests/requests.ts';
import type { RequestDocument } from '#store/documents/request.ts';

/** A record is stored at most this late. */
const flushMs = 250;
/** About so many records are stored at once: some 100 KiB. */
const recordsAtOnce = 2500;
/** So many records are kept while the store does not answer; some 20 MB. */
const bound = 50_000;
/** How long nobody asks a store again that did not answer. */
const retryMs = 1000;

/** Records in batches, ready to be stored. They are not changed any more: an earlier try may have gone through. */
interface Sealed {
  batches: RequestBatchDocument[];
  requests: number;
}

/**
 * Records of requests on their way to the store: gathered in memory and stored many at a time, so that no request
 * waits for its own. A full batch is made at once: few records live long enough to be moved about in memory.
 */
export class RequestLog {
  readonly #db: Database;
  readonly #log: Logger;
  /** By workspace. */
  readonly #open = new Map<string, RequestDocument[]>();
  readonly #sealed: Sealed[] = [];
  /** How many wait, open and sealed. */
  #waiting = 0;
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
    this.#waiting += 1;
    const { workspace_id } = record;
    const open = this.#open.get(workspace_id);
    if (open === undefined) this.#open.set(workspace_id, [record]);
    else if (open.push(record) === largestBatch) this.#seal(workspace_id, open);
    this.#wait(this.#away ? retryMs : flushMs);
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

  #wait(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, ms);
  }

  async #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [workspaceId, open] of this.#open) this.#seal(workspaceId, open);
    // Those that are ready now and no more: under load others always are, and whoever waits for this would do so for ever.
    for (let left = this.#sealed.length; left > 0;) {
      const stored = this.#firstSealed(left);
      try {
        await insertRequests(
          this.#db,
          stored.flatMap(({ batches }) => batches),
        );
      } catch (error) {
        this.#isAway(error);
        this.#wait(retryMs);
        return;
      }
      this.#sealed.splice(0, stored.length);
      left -= stored.length;
      for (const { requests } of stored) this.#waiting -= requests;
      this.#isBack();
    }
  }

  /** The first of those that are ready, as many as are stored at once. */
  #firstSealed(most: number): Sealed[] {
    const first: Sealed[] = [];
    let records = 0;
    for (const sealed of this.#sealed.slice(0, most)) {
      if (records >= recordsAtOnce) break;
      first.push(sealed);
      records += sealed.requests;
    }
    return first;
  }

  #seal(workspaceId: string, open: RequestDocument[]): void {
    this.#open.delete(workspaceId);
    this.#sealed.push({ batches: toBatches(open), requests: open.length });
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
