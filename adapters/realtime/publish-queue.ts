import { setTimeout as sleep } from 'node:timers/promises';

/** What became of a batch: `refused` is not sent again, `failed` is. */
export type SendOutcome = 'sent' | 'refused' | 'failed';

export interface PublishQueueOptions<Item> {
  send: (batch: Item[]) => Promise<SendOutcome>;
  /** Most items of one batch. */
  batchSize: number;
  /** Most items that wait; the oldest are given up for newer ones. */
  limit: number;
  /** Whether an item is of no use any more once a batch has failed. */
  perishable: (item: Item) => boolean;
  /** Told how many items were given up. */
  onLost: (count: number) => void;
  /** The first wait after a failure; it doubles. Default: 500. */
  firstRetryMs?: number;
}

const longestRetryMs = 30_000;

/** Sends items in their order, in batches, one after the other. Adding never waits, and memory is bounded. */
export class PublishQueue<Item> {
  readonly #options: PublishQueueOptions<Item>;
  readonly #closing = new AbortController();
  #waiting: Item[] = [];
  #lost = 0;
  #sending: Promise<void> | undefined;

  constructor(options: PublishQueueOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    this.#lost += this.#waiting.splice(0, this.#waiting.length - this.#options.limit).length;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Sends what waits, and tries nothing again. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { send, batchSize, perishable, firstRetryMs = 500 } = this.#options;
    let waitMs = firstRetryMs;
    // What is added in the same breath goes out together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      const outcome = await send(batch);
      if (outcome === 'failed') {
        this.#waiting = [...batch, ...this.#waiting].filter((item) => !perishable(item));
        if (this.#closing.signal.aborted) this.#lost += this.#waiting.splice(0).length;
      } else if (outcome === 'refused') this.#lost += batch.length;
      this.#tellLost();
      if (outcome !== 'failed') waitMs = firstRetryMs;
      else {
        await sleep(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {});
        waitMs = Math.min(waitMs * 2, longestRetryMs);
      }
    }
  }

  /** Not for each item: while nothing goes out, each new one would be told of. */
  #tellLost(): void {
    if (this.#lost > 0) this.#options.onLost(this.#lost);
    this.#lost = 0;
  }
}
