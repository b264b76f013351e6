import { ConcurrencyLimiter, type Holder } from '#api/http/limits/concurrency-limiter.ts';

/** Places that count how many were taken: a call that has one waits, or will. */
export class CountedLimiter extends ConcurrencyLimiter {
  taken = 0;

  override admit(holder: Holder): () => void {
    const leave = super.admit(holder);
    this.taken += 1;
    return leave;
  }
}
