import { TryAgain } from './try-again.ts';

/**
 * The calls to customers' hosts that this worker is making. A worker that stops begins no further one, and waits for
 * these: nobody else learns what a host answers, so a call that is abandoned ends as `outcome_unknown`.
 */
export class SentCalls {
  #open = 0;
  #stopping = false;

  /** How many calls have not ended. */
  get open(): number {
    return this.#open;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** From now on, calls are left to other workers. */
  stop(): void {
    this.#stopping = true;
  }

  /**
   * Marks and sends a call.
   * @throws {TryAgain} `worker_stops` instead, if the worker is stopping; Temporal then gives the call to another
   */
  async make<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#stopping)
      throw new TryAgain('worker_stops', 'the worker is stopping and makes no further call');
    this.#open += 1;
    try {
      return await call();
    } finally {
      this.#open -= 1;
    }
  }
}
