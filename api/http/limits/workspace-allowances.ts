import { LRUCache } from 'lru-cache';
import type { Log } from '#engine/ports/log.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { readRateLimit, returnRateShare, takeRateShare } from '#store/requests/rate-limits.ts';
import type { Allowance } from './allowance.ts';
import { LoneAllowance } from './lone-allowance.ts';
import { SharedAllowance } from './shared-allowance.ts';
import { subjectKey } from './subject-share.ts';
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
  readonly #keyring: Keyring;
  readonly #defaultLimit: number;
  readonly #log: Log;
  readonly #limits: LRUCache<string, number>;
  readonly #shared = new LRUCache<string, SharedAllowance>({ max: cachedWorkspaces });
  /** The workspaces for which the store failed, and when to ask it again. */
  readonly #alone = new LRUCache<string, { askAt: number }>({ max: cachedWorkspaces });
  readonly #lone = new LRUCache<string, LoneAllowance>({ max: cachedWorkspaces });

  /** @param defaultLimit requests per minute of workspaces without a rate of their own */
  constructor(
    db: Database,
    { keyring, defaultLimit, log }: { keyring: Keyring; defaultLimit: number; log: Log },
  ) {
    this.#db = db;
    this.#keyring = keyring;
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

  /**
   * Spends one request of a workspace's allowance. Never rejects.
   * @param subject the only one for whom the caller acts, which has a share of what the others leave; absent if it acts
   *   for the workspace
   */
  async admit(workspaceId: string, subject?: string): Promise<Allowance> {
    const key = subject === undefined ? undefined : subjectKey(this.#keyring, workspaceId, subject);
    const alone = this.#alone.get(workspaceId);
    if (alone === undefined) {
      try {
        return await this.#allowanceOf(workspaceId).admit(key);
      } catch (error) {
        this.#goAlone(workspaceId, error);
      }
    } else if (performance.now() >= alone.askAt) void this.#askAgain(workspaceId, alone);
    return this.#admitAlone(workspaceId, key);
  }

  #allowanceOf(workspaceId: string): SharedAllowance {
    const known = this.#shared.get(workspaceId);
    if (known !== undefined) return known;
    const made = new SharedAllowance({
      limit: async () =>
        this.#limits.get(workspaceId) ??
        (await within(timeoutMs, this.#limits.fetch(workspaceId))) ??
        this.#defaultLimit,
      takeShare: async (limit, wanted, spent) =>
        await within(timeoutMs, takeRateShare(this.#db, workspaceId, limit, wanted, spent)),
      returnShare: async (count, resetsAt) =>
        await within(timeoutMs, returnRateShare(this.#db, workspaceId, count, resetsAt)),
    });
    this.#shared.set(workspaceId, made);
    return made;
  }

  #admitAlone(workspaceId: string, subject: string | undefined): Allowance {
    const limit = this.#limits.peek(workspaceId, { allowStale: true }) ?? this.#defaultLimit;
    const known = this.#lone.get(workspaceId) ?? new LoneAllowance();
    this.#lone.set(workspaceId, known);
    return known.admit(limit, subject);
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
