import { backoffMs } from '../../../contract/backoff.ts';
import { Refused } from './requests.ts';

const waits = { firstMs: 500, longestMs: 10_000 };

/** Work that is done again, after longer and longer waits, until it goes well. */
export class Retries {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;

  /** Does it once more, later than the last time. */
  again(work: () => void): void {
    this.#later(backoffMs(this.#attempts, waits), work);
    this.#attempts += 1;
  }

  /** Does it as soon as what happens now is over. */
  soon(work: () => void): void {
    this.#later(0, work);
  }

  /** It went well. */
  reset(): void {
    this.#attempts = 0;
  }

  /** Nothing is done any more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(waitMs: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, waitMs);
  }
}

/** Whether it may go well later: the connection failed, whatever browsers call that, or the service is away or busy. */
export function isPassing(error: Error): boolean {
  if (error instanceof Refused) return error.status === 429 || error.status >= 500;
  return error instanceof TypeError || error.name === 'NetworkError';
}
