import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '#contract/backoff.ts';

/** The result of sending a batch: `refused` is not sent again, `failed` is. */
export type SendOutcome = 'sent' | 'refused' | 'failed';

export interface PublishQueueOptions<Item> {
  send: (batch: Item[]) => Promise<SendOutcome>;
  /** The most items in one batch. */
  batchSize: number;
  /** The most waiting items. The oldest are given up for newer ones. */
  limit: number;
  /** Whether an item is useless once a batch has failed. */
  perishable: (item: Item) => boolean;
  /** Called with the number of items that were given up. */
  onLost: (count: number) => void;
  /** The first delay after a failure, which doubles each time. Default: 500. */
  firstRetryMs?: number;
}

const longestRetryMs = 30_000;

/** Sends items in order, in batches, one after the other. Adding never waits, and memory is bounded. */
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

  /** Sends what is waiting, without retries. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { send, batchSize, perishable, firstRetryMs = 500 } = this.#options;
    let failures = 0;
    // Items that are added in the same tick are sent together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      const outcome = await send(batch);
      if (outcome === 'failed') {
        this.#waiting = [...batch, ...this.#waiting].filter((item) => !perishable(item));
        if (this.#closing.signal.aborted) this.#lost += this.#waiting.splice(0).length;
      } else if (outcome === 'refused') this.#lost += batch.length;
      this.#tellLost();
      if (outcome !== 'failed') failures = 0;
      else {
        const waitMs = backoffMs(failures, { firstMs: firstRetryMs, longestMs: longestRetryMs });
        failures += 1;
        await sleep(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {});
      }
    }
  }

  /** Not for each item: while nothing can be sent, each new one would be reported. */
  #tellLost(): void {
    if (this.#lost > 0) this.#options.onLost(this.#lost);
    this.#lost = 0;
  }
}
