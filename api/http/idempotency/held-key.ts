import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '#contract/backoff.ts';
import type { Log } from '#engine/ports/log.ts';
import type { Database } from '#store/mongo/database.ts';
import { type KeyClaim, renewKey } from '#store/requests/idempotency-keys.ts';
import { isOutage } from '#store/mongo/outage.ts';

const waits = { firstMs: 50, longestMs: 2000 };

/** A claimed key, held for as long as its request is in progress: the lease is renewed until `stop`. */
export class HeldKey {
  readonly #db: Database;
  readonly #claim: KeyClaim;
  readonly #leaseMs: number;
  readonly #log: Log;
  readonly #renewal: NodeJS.Timeout;
  #heldUntil: number;

  constructor(db: Database, claim: KeyClaim, { leaseMs, log }: { leaseMs: number; log: Log }) {
    this.#db = db;
    this.#claim = claim;
    this.#leaseMs = leaseMs;
    this.#log = log;
    this.#heldUntil = performance.now() + leaseMs;
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / 3);
  }

  /**
   * Writes the final state of the key. While MongoDB is away it retries, for as long as the lease holds.
   * @throws what the last attempt threw
   */
  async write(write: (claim: KeyClaim) => Promise<boolean>): Promise<boolean> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await write(this.#claim);
      } catch (error) {
        const waitMs = backoffMs(failures, waits);
        if (!isOutage(error) || performance.now() + waitMs >= this.#heldUntil) throw error;
        // The process may exit meanwhile.
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  }

  /**
   * Writes that the key is free. While MongoDB is away, it keeps retrying after the response, which need not wait: the
   * lease expires anyway.
   */
  async release(write: (claim: KeyClaim) => Promise<boolean>): Promise<boolean> {
    try {
      return await write(this.#claim);
    } catch (error) {
      if (!isOutage(error)) throw error;
      void this.write(write).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'an idempotency key is not free before its lease ends');
      });
      return true;
    }
  }

  /** Stops renewing: when the lease ends, others may take the key over, unless its state was written. */
  stop(): void {
    clearInterval(this.#renewal);
  }

  async #renew(): Promise<void> {
    const from = performance.now();
    try {
      if (await renewKey(this.#db, this.#claim, this.#leaseMs)) this.#heldUntil = from + this.#leaseMs;
      else this.stop();
    } catch (error) {
      this.#log.warn({ err: error }, 'the lease of an idempotency key was not renewed');
    }
  }
}
