import { ServiceError } from '#contract/errors.ts';
import { networkOf } from './address-allowances.ts';

/** The holder of an open request. */
export interface Holder {
  workspaceId: string;
  /** Subject of the caller; absent if the workspace acts for itself. */
  subject: string | undefined;
  /** The address that the request comes from. */
  address: string;
}

/** How many requests each may hold open at once in one process. */
export interface MostHeld {
  subject: number;
  workspace: number;
  address: number;
}

/** Limits the requests that stay open for long in this process, by subject, workspace and address. */
export class ConcurrencyLimiter {
  readonly #most: MostHeld;
  readonly #what: string;
  readonly #held = new Map<string, number>();

  /** @param what the held resource, for the error: `streams of events` */
  constructor(what: string, most: MostHeld) {
    this.#what = what;
    this.#most = most;
  }

  /**
   * Admits a request.
   * @returns a function to call once, when the request is over
   * @throws {ServiceError} `rate_limited` if its subject, workspace or address has reached the limit
   */
  admit({ workspaceId, subject, address }: Holder): () => void {
    const keys: [kind: keyof MostHeld, key: string][] = [
      ['workspace', workspaceId],
      ['address', networkOf(address)],
      ...(subject === undefined ? [] : [['subject', `${workspaceId} ${subject}`] as ['subject', string]]),
    ];
    for (const [kind, key] of keys) {
      if (this.#count(kind, key) < this.#most[kind]) continue;
      const message = `The ${kind} has ${this.#most[kind]} ${this.#what} open, which is its limit.`;
      throw new ServiceError('rate_limited', message, { retryAfterSeconds });
    }
    for (const [kind, key] of keys) this.#held.set(`${kind} ${key}`, this.#count(kind, key) + 1);
    return () => {
      for (const [kind, key] of keys) {
        const left = this.#count(kind, key) - 1;
        if (left > 0) this.#held.set(`${kind} ${key}`, left);
        else this.#held.delete(`${kind} ${key}`);
      }
    };
  }

  #count(kind: keyof MostHeld, key: string): number {
    return this.#held.get(`${kind} ${key}`) ?? 0;
  }
}

/** Another request is admitted as soon as one ends. */
export const retryAfterSeconds = 10;
