import type { RateShare } from '#store/documents/rate-limit.ts';
import type { Allowance } from './allowance.ts';

/** Where shares come from. */
export interface ShareSource {
  /** The current limit in requests per minute. */
  limit(): Promise<number>;
  /** Takes at least `wanted` requests from the allowance, or what is left of it. */
  takeShare(limit: number, wanted: number): Promise<RateShare>;
}

/**
 * One workspace's allowance as one process sees it. The process takes a share of it at a time and spends it in memory.
 * It admits nothing that it was not granted, so all processes together admit exactly the allowance.
 */
export class SharedAllowance {
  readonly #source: ShareSource;
  /** Requests that were granted and are not spent. */
  #held = 0;
  /** What is known of the allowance, until the window ends. */
  #known: { limit: number; left: number; resetsAt: number } | undefined;
  #waiting = 0;
  #taking: Promise<void> | undefined;

  constructor(source: ShareSource) {
    this.#source = source;
  }

  /** Admits a request, or not. Rejects if a share was needed and could not be taken. */
  async admit(): Promise<Allowance> {
    this.#waiting += 1;
    try {
      for (;;) {
        const limit = await this.#source.limit();
        const known = this.#stillKnown(limit);
        if (known !== undefined && this.#held > 0) {
          this.#held -= 1;
          return this.#allowance(known, true);
        }
        if (known?.left === 0) return this.#allowance(known, false);
        // Everyone who waits here shares what one of them takes.
        this.#taking ??= this.#take(limit).finally(() => {
          this.#taking = undefined;
        });
        await this.#taking;
      }
    } finally {
      this.#waiting -= 1;
    }
  }

  /** What is known, unless it belongs to a past window or another limit. */
  #stillKnown(limit: number) {
    if (this.#known === undefined) return undefined;
    if (this.#known.limit === limit && performance.now() < this.#known.resetsAt) return this.#known;
    this.#held = 0;
    this.#known = undefined;
    return undefined;
  }

  async #take(limit: number): Promise<void> {
    const askedAt = performance.now();
    const { granted, left, resetsInMs } = await this.#source.takeShare(limit, this.#waiting);
    this.#held = granted;
    // Counted from before the query, so that a share is never spent after its window.
    this.#known = { limit, left, resetsAt: askedAt + resetsInMs };
  }

  #allowance(
    { limit, left, resetsAt }: { limit: number; left: number; resetsAt: number },
    admitted: boolean,
  ) {
    return { limit, remaining: this.#held + left, resetsInMs: resetsAt - performance.now(), admitted };
  }
}
