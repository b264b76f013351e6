import type { Database } from '#store/mongo/database.ts';
import { nextOverdueEndpoint, type OverdueEndpoint } from '#store/webhooks/pending-deliveries.ts';

/** A delivery that has been overdue for longer was not picked up by its endpoint's workflow, or there is none. */
const overdueMs = 2000;
/** How many endpoints are signalled concurrently. */
const concurrency = 16;
/** The longest time for one query. */
const findTimeoutMs = 5000;

/**
 * Finds the endpoints with overdue deliveries (their first attempt was lost with its process, or their workflow could
 * not be signalled) and signals their workflows. There is one instance per process: a sweep that runs out of time is
 * continued by the next one, so that it is not always the same endpoints that come last.
 */
export class OverdueSweep {
  readonly #db: Database;
  readonly #signal: (endpoint: OverdueEndpoint) => Promise<boolean>;
  /** The last endpoint when time ran out. */
  #after = '';

  /** @param signal never rejects; false if Temporal did not respond */
  constructor(db: Database, signal: (endpoint: OverdueEndpoint) => Promise<boolean>) {
    this.#db = db;
    this.#signal = signal;
  }

  /**
   * Signals every endpoint with an overdue delivery, once. Ends when the time is over, or when Temporal is unreachable.
   * @param isOver called after each endpoint that is found; true ends the search. Endpoints found before are signalled
   * @returns the number of signalled endpoints
   */
  async run(isOver: () => boolean): Promise<number> {
    let signalled = 0;
    for await (const endpoints of inBatches(this.#overdue(this.#after, isOver), concurrency)) {
      const delivered = await Promise.all(endpoints.map(this.#signal));
      const accepted = delivered.filter(Boolean).length;
      signalled += accepted;
      this.#after = endpoints.at(-1)?.endpoint_id ?? '';
      if (accepted === 0 || isOver()) return signalled;
    }
    this.#after = '';
    return signalled;
  }

  /** Each endpoint with an overdue delivery, once: from the one after `start` to the last, then from the first on. */
  async *#overdue(start: string, isOver: () => boolean): AsyncGenerator<OverdueEndpoint> {
    const before = new Date(Date.now() - overdueMs);
    const next = async (after: string) => await nextOverdueEndpoint(this.#db, after, before, findTimeoutMs);
    for (let found = await next(start); found !== null; found = await next(found.endpoint_id)) {
      yield found;
      if (isOver()) return;
    }
    if (start === '') return;
    for (let found = await next(''); found !== null; found = await next(found.endpoint_id)) {
      if (found.endpoint_id > start) return;
      yield found;
      if (isOver()) return;
    }
  }
}

async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
