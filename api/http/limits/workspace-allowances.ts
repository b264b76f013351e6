import { LRUCache } from 'lru-cache';
import type { Log } from '#engine/ports/log.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { WorkspaceSettings } from '#store/credentials/workspace-settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { returnRateShare, takeRateShare } from '#store/requests/rate-limits.ts';
import type { Allowance } from './allowance.ts';
import { LoneAllowance } from './lone-allowance.ts';
import { SharedAllowance } from './shared-allowance.ts';
import { subjectKey } from './subject-share.ts';
import { within } from './within.ts';

const cachedWorkspaces = 10_000;
/** How long a request waits for the store to admit it. */
const timeoutMs = 5000;
/** How long a store that failed is left alone. */
const askAgainMs = 1000;

/** The dependencies of the allowances, and the requests per minute of workspaces without a rate of their own. */
export interface AllowanceParts {
  settings: WorkspaceSettings;
  keyring: Keyring;
  defaultLimit: number;
  log: Log;
}

/** The allowance of one workspace. */
interface Counted {
  shared: SharedAllowance;
  /** This process's own count, while the store fails. */
  lone: LoneAllowance;
  /** The store has failed, and is asked again at this time. */
  askAt?: number;
}

/**
 * The allowances of workspaces, each shared by all keys and all API processes. If the store fails for a workspace, this
 * process counts that workspace's requests by itself until the store responds again.
 */
export class WorkspaceAllowances {
  readonly #db: Database;
  readonly #keyring: Keyring;
  readonly #defaultLimit: number;
  readonly #log: Log;
  readonly #settings: WorkspaceSettings;
  readonly #counted = new LRUCache<string, Counted>({ max: cachedWorkspaces });

  constructor(db: Database, { settings, keyring, defaultLimit, log }: AllowanceParts) {
    this.#db = db;
    this.#keyring = keyring;
    this.#defaultLimit = defaultLimit;
    this.#log = log;
    this.#settings = settings;
  }

  /**
   * Spends one request of a workspace's allowance. Never rejects.
   * @param subject the only one for whom the caller acts, which has a share of what the others leave; absent if it acts
   *   for the workspace
   * @param count as how many requests it counts: all of them are spent, or none
   */
  async admit(workspaceId: string, subject?: string, count = 1): Promise<Allowance> {
    const key = subject === undefined ? undefined : subjectKey(this.#keyring, workspaceId, subject);
    const counted = this.#countedOf(workspaceId);
    if (counted.askAt === undefined) {
      try {
        return await counted.shared.admit(key, count);
      } catch (error) {
        this.#goAlone(workspaceId, counted, error);
      }
    } else if (performance.now() >= counted.askAt) void this.#askAgain(workspaceId, counted);
    const limit = this.#settings.last(workspaceId)?.rate_limit_per_minute ?? this.#defaultLimit;
    return counted.lone.admit(limit, key, count);
  }

  #countedOf(workspaceId: string): Counted {
    const known = this.#counted.get(workspaceId);
    if (known !== undefined) return known;
    const shared = new SharedAllowance({
      limit: async () =>
        (await within(timeoutMs, this.#settings.of(workspaceId))).rate_limit_per_minute ?? this.#defaultLimit,
      takeShare: async (limit, wanted, spent) =>
        await within(timeoutMs, takeRateShare(this.#db, workspaceId, limit, wanted, spent)),
      returnShare: async (count, resetsAt) =>
        await within(timeoutMs, returnRateShare(this.#db, workspaceId, count, resetsAt)),
    });
    const made = { shared, lone: new LoneAllowance() };
    this.#counted.set(workspaceId, made);
    return made;
  }

  #goAlone(workspaceId: string, counted: Counted, error: unknown): void {
    // Requests that waited for the same share fail together.
    if (counted.askAt !== undefined) return;
    this.#log.warn(
      { err: error, workspace_id: workspaceId },
      'the store does not keep a rate limit: each process does',
    );
    counted.askAt = performance.now() + askAgainMs;
  }

  async #askAgain(workspaceId: string, counted: Counted): Promise<void> {
    counted.askAt = Infinity;
    try {
      await this.#db.workspaces.findOne({ _id: workspaceId }, { projection: { _id: 1 } });
      delete counted.askAt;
      this.#log.info({ workspace_id: workspaceId }, 'the store keeps a rate limit again');
    } catch {
      counted.askAt = performance.now() + askAgainMs;
    }
  }
}
