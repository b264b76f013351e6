import { setTimeout as sleep } from 'node:timers/promises';
import { StaleWriteError } from './stale-write.ts';

/** The wait before the second attempt is up to this; the limit doubles with each one. */
const firstWaitMs = 4;
const longestWaitMs = 1000;
/** A hundred writers of one document, at 50 ms a commit, all come through in 25; all waits at their mean take 12 seconds. */
const mostAttempts = 32;

/**
 * Others kept writing first. The service treats it as an outage of MongoDB: a request is answered 503
 * `temporarily_unavailable` with `Retry-After`, an activity is tried again later.
 */
export class ContentionError extends Error {
  override name = 'ContentionError';

  /** @param what is contended, as in `the account` */
  constructor(what: string, cause?: unknown) {
    super(`${what} is written by too many others at once`, { cause });
  }
}

/**
 * Does work again, from its reading on, when somebody else wrote first: after a random wait that grows exponentially, so
 * that those who meet do not meet again. All loops of this kind are this one, so that each of them ends.
 * @param what is contended: for the message
 * @param isConflict which errors of the work mean so. Default: {@link StaleWriteError}. Any other is final, that of an
 * inner loop included
 * @throws {ContentionError} when the last of 32 attempts, after some 12 seconds, was too late as well
 */
export async function retryOnConflict<Result>(
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
    await sleep(Math.random() * waitMs);
  }
}
