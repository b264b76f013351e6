import type { Clock } from '../ports/clock.ts';
import { StaleWriteError } from '../ports/run-store.ts';

/** The longest wait before the second attempt. It doubles with each further attempt. */
const firstWaitMs = 4;
const longestWaitMs = 1000;
/**
 * A hundred writers of one document, at 50 ms per commit, all succeed within 25 attempts. With average waits, 32
 * attempts take 12 seconds.
 */
const mostAttempts = 32;

/**
 * Others kept writing first. The service treats this as an outage of the store: a request is answered with 503
 * `temporarily_unavailable` and `Retry-After`, and an activity is retried later.
 */
export class ContentionError extends Error {
  override name = 'ContentionError';

  /** @param what the contended document, such as `the account` */
  constructor(what: string, cause?: unknown) {
    super(`${what} is written by too many others at once`, { cause });
  }
}

/**
 * Repeats work, from its reads on, if somebody else wrote first. Each wait is random and grows exponentially, so that
 * conflicting writers do not conflict again. All retry loops of this kind use this function, so that each of them ends.
 * @param what the contended document, for the message
 * @param isConflict which errors of the work are conflicts. Default: {@link StaleWriteError}. Any other error is final,
 *   including the ContentionError of an inner loop
 * @throws {ContentionError} if the last of 32 attempts also failed, after some 12 seconds
 */
export async function retryOnConflict<Result>(
  { random, sleep }: Pick<Clock, 'random' | 'sleep'>,
  what: string,
  work: () => Promise<Result>,
  isConflict = (error: unknown): boolean => error instanceof StaleWriteError,
): Promise<Result> {
  for (let attempt = 1, waitMs = firstWaitMs; ; attempt += 1, waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === mostAttempts) throw new ContentionError(what, error);
    }
    await sleep(random() * waitMs);
  }
}
