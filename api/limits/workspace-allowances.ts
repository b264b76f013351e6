import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Logger } from '#config/logger.ts';
import type { Database } from '#store/mongo/database.ts';
import { rateWindowMs, readRateLimit, takeRateShare } from '#store/requests/rate-limits.ts';
import type { Allowance } from './allowance.ts';
import { SharedAllowance } from './shared-allowance.ts';
import { within } from './within.ts';

/** A changed rate applies everywhere after this time. */
const limitCachedMs = 5000;
const cachedWorkspaces = 10_000;
/** How long a request waits for the store to admit it. */
const timeoutMs = 5000;
/** How long a store that failed is left alone. */
const askAgainMs = 1000;

/**
 * The allowances of workspaces, each shared by all keys and all API processes. If the store fails for a workspace, this
 * process counts that workspace's requests by itself until the store responds again.
 */
export class WorkspaceAllowances {
  readonly #db: Database;
  readonly #defaultLimit: number;
  readonly #log: Logger;
  readonly #limits: LRUCache<string, number>;
  readonly #shared = new LRUCache<string, SharedAllowance>({ max: cachedWorkspaces });
  /** The workspaces for which the store failed, and when to ask it again. */
  readonly #alone = new LRUCache<string, { askAt: number }>({ max: cachedWorkspaces });
  /** Only counts, because the allowance differs by workspace. */
  readonly #spentAlone = new RateLimiterMemory({ points: 1, duration: rateWindowMs / 1000 });

  /** @param defaultLimit requests per minute of workspaces without a rate of their own */
  constructor(db: Database, { defaultLimit, log }: { defaultLimit: number; log: Logger }) {
    this.#db = db;
    this.#defaultLimit = defaultLimit;
    this.#log = log;
    this.#limits = new LRUCache({
      max: cachedWorkspaces,
      ttl: limitCachedMs,
      // The last known value is good enough while it cannot be read.
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: async (workspaceId) => (await readRateLimit(db, workspaceId)) ?? defaultLimit,
    });
  }

  /** Spends one request of a workspace's allowance. Never rejects. */
  async admit(workspaceId: string): Promise<Allowance> {
    const alone = this.#alone.get(workspaceId);
    if (alone === undefined) {
      try {
        return await this.#allowanceOf(workspaceId).admit();
      } catch (error) {
        this.#goAlone(workspaceId, error);
      }
    } else if (performance.now() >= alone.askAt) void this.#askAgain(workspaceId, alone);
    return await this.#admitAlone(workspaceId);
  }

  #allowanceOf(workspaceId: string): SharedAllowance {
    const known = this.#shared.get(workspaceId);
    if (known !== undefined) return known;
    const made = new SharedAllowance({
      limit: async () =>
        this.#limits.get(workspaceId) ??
        (await within(timeoutMs, this.#limits.fetch(workspaceId))) ??
        this.#defaultLimit,
      takeShare: async (limit, wanted) =>
        await within(timeoutMs, takeRateShare(this.#db, workspaceId, limit, wanted)),
    });
    this.#shared.set(workspaceId, made);
    return made;
  }

  async #admitAlone(workspaceId: string): Promise<Allowance> {
    const limit = this.#limits.peek(workspaceId, { allowStale: true }) ?? this.#defaultLimit;
    const { consumedPoints, msBeforeNext } = await this.#spentAlone.penalty(workspaceId);
    return {
      limit,
      remaining: Math.max(limit - consumedPoints, 0),
      resetsInMs: msBeforeNext,
      admitted: consumedPoints <= limit,
    };
  }

  #goAlone(workspaceId: string, error: unknown): void {
    // Requests that waited for the same share fail together.
    if (this.#alone.has(workspaceId)) return;
    this.#log.warn(
      { err: error, workspace_id: workspaceId },
      'the store does not keep a rate limit: each process does',
    );
    this.#alone.set(workspaceId, { askAt: performance.now() + askAgainMs });
  }

  async #askAgain(workspaceId: string, alone: { askAt: number }): Promise<void> {
    alone.askAt = Infinity;
    try {
      await readRateLimit(this.#db, workspaceId);
      this.#alone.delete(workspaceId);
      this.#log.info({ workspace_id: workspaceId }, 'the store keeps a rate limit again');
    } catch {
      alone.askAt = performance.now() + askAgainMs;
    }
  }
}
