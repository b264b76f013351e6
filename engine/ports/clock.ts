import { ServiceError } from '#contract/errors.ts';

/** When to try again: operators set a clock right within minutes. */
const retryAfterSeconds = 30;

/** The clock of this process is too far from the store's to count a day by it, or to say how old an approval is. */
export class ClockApartError extends ServiceError {
  constructor(offsetMs: number) {
    const seconds = Math.round(Math.abs(offsetMs) / 1000);
    const direction = offsetMs > 0 ? 'ahead of' : 'behind';
    super(
      'temporarily_unavailable',
      `The clock of this server is ${seconds} seconds ${direction} that of the database: until it is set right, it counts no limits and sends no gated calls.`,
      { retryAfterSeconds },
    );
  }
}

/** Time, ids and chance: everything by which the same steps could turn out differently. */
export interface Clock {
  /** The time by this process. Clocks of two processes may differ by a second. */
  now: () => Date;
  /**
   * The time by the clock of the store, which is the same for all processes.
   * @throws {ClockApartError} if the clock of this process differs too much from it: the caller retries
   */
  storeNow: () => Date;
  /** A new UUID v7 at each call, in ascending order within a process. */
  newId: () => string;
  /** At least 0 and less than 1. Spreads waits of competitors. */
  random: () => number;
  /** Waits. Resolves early if the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A signal that aborts after this time, with a `DOMException` whose name is `TimeoutError`. */
  timeout: (ms: number) => AbortSignal;
}
