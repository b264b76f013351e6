import { LRUCache } from 'lru-cache';
import type { Logger } from '#config/logger.ts';
import type { Database } from '#store/mongo/database.ts';
import { rateWindowMs, readRateLimit, takeRateShare } from '#store/requests/rate-limits.ts';
import type { Allowance } from './allowance.ts';
import { SharedAllowance } from './shared-allowance.ts';

/** A changed rate applies everywhere after this time. */
const limitCachedMs = 5000;
const cachedWorkspaces = 10_000;
/** How long a request waits for the store to admit it. */
const timeoutMs = 1000;
/** How long a store that did not respond is not asked again. */
const awayMs = 1000;

/**
 * The allowances of workspaces, each shared by all keys and all API processes. If the store does not respond, requests
 * are admitted, because a limit protects the service and must not stop it.
 */
export class WorkspaceAllowances {
  readonly #db: Database;
  readonly #defaultLimit: number;
  readonly #log: Logger;
  readonly #limits: LRUCache<string, number>;
  readonly #shared = new LRUCache<string, SharedAllowance>({ max: cachedWorkspaces });
  /** When to ask a store that did not respond again. */
  #awayUntil: number | undefined;

  /** @param defaultLimit requests per minute of workspaces without a rate of their own */
  constructor(db: Database, { defaultLimit, log }: { defaultLimit: number; log: Logger }) {
    this.#db = db;
    this.#defaultLimit = defaultLimit;
    this.#log = log;
    this.#limits = new LRUCache({
      max: cachedWorkspaces,
      ttl: limitCachedMs,
      fetchMethod: async (workspaceId) => (await readRateLimit(db, workspaceId)) ?? defaultLimit,
    });
  }

  /** Spends one request of a workspace's allowance. Never rejects. */
  async admit(workspaceId: string): Promise<Allowance> {
    if (this.#awayUntil !== undefined && performance.now() < this.#awayUntil) return this.#unlimited();
    try {
      return await this.#allowanceOf(workspaceId).admit();
    } catch (error) {
      this.#isAway(error);
      return this.#unlimited();
    }
  }

  #allowanceOf(workspaceId: string): SharedAllowance {
    const known = this.#shared.get(workspaceId);
    if (known !== undefined) return known;
    const made = new SharedAllowance({
      limit: async () =>
        this.#limits.get(workspaceId) ??
        (await within(timeoutMs, this.#limits.fetch(workspaceId))) ??
        this.#defaultLimit,
      takeShare: async (limit, wanted) => {
        const share = await within(timeoutMs, takeRateShare(this.#db, workspaceId, limit, wanted));
        this.#isBack();
        return share;
      },
    });
    this.#shared.set(workspaceId, made);
    return made;
  }

  #unlimited(): Allowance {
    const limit = this.#defaultLimit;
    return { limit, remaining: limit, resetsInMs: rateWindowMs, admitted: true };
  }

  #isAway(error: unknown): void {
    if (this.#awayUntil === undefined) {
      this.#log.warn({ err: error }, 'rate limits are not kept: the store does not answer');
    }
    this.#awayUntil = performance.now() + awayMs;
  }

  #isBack(): void {
    if (this.#awayUntil === undefined) return;
    this.#awayUntil = undefined;
    this.#log.info('rate limits are kept again');
  }
}

/** Rejects if it takes longer. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
