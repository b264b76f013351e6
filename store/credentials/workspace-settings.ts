import { LRUCache } from 'lru-cache';
import { defined } from '#contract/defined.ts';
import type { WorkspaceDocument } from '../documents/workspace.ts';
import type { Database } from '../mongo/database.ts';

/** A change by an operator applies everywhere after this time. */
export const cachedMs = 2000;
const cachedWorkspaces = 10_000;

/** The settings by which operators limit a workspace. Those that are not set have the deployment's default. */
export type Settings = Pick<
  WorkspaceDocument,
  'rate_limit_per_minute' | 'stream_limit' | 'voice_enabled' | 'suspended_at'
>;

/** The settings of workspaces, read together and cached for two seconds: every request needs one of them. */
export class WorkspaceSettings {
  readonly #known: LRUCache<string, Settings>;

  constructor(db: Pick<Database, 'workspaces'>) {
    this.#known = new LRUCache({
      max: cachedWorkspaces,
      ttl: cachedMs,
      // The last known ones are good enough while they cannot be read.
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: async (id) => await readSettings(db, id),
    });
  }

  /** @throws if they are not cached and MongoDB does not respond */
  async of(workspaceId: string): Promise<Settings> {
    return this.#known.get(workspaceId) ?? (await this.#known.fetch(workspaceId)) ?? {};
  }

  /**
   * Like {@link of}, or as they were last read if MongoDB does not respond.
   * @throws if it does not respond and they were never read
   */
  async lastKnown(workspaceId: string): Promise<Settings> {
    return await this.of(workspaceId).catch((error: unknown) => {
      const last = this.last(workspaceId);
      if (last === undefined) throw error;
      return last;
    });
  }

  /** As they were last read, however long ago; undefined if they were not. */
  last(workspaceId: string): Settings | undefined {
    return this.#known.peek(workspaceId, { allowStale: true });
  }
}

async function readSettings(db: Pick<Database, 'workspaces'>, _id: string): Promise<Settings> {
  const projection = { rate_limit_per_minute: 1, stream_limit: 1, voice_enabled: 1, suspended_at: 1 };
  const found = await db.workspaces.findOne({ _id }, { projection });
  const { rate_limit_per_minute, stream_limit, voice_enabled, suspended_at } = found ?? {};
  return defined({ rate_limit_per_minute, stream_limit, voice_enabled, suspended_at });
}
