import { LRUCache } from 'lru-cache';
import { readWorkspaceVoice } from '#store/credentials/workspaces.ts';
import type { Database } from '#store/mongo/database.ts';

/** A change of the switch applies everywhere after this time. */
const cachedMs = 2000;
const cachedWorkspaces = 10_000;

/** Whether voice is switched on for workspaces, from memory. The last known state holds while MongoDB is away. */
export class VoiceSwitch {
  readonly #states: LRUCache<string, { enabled: boolean }>;

  constructor(db: Database) {
    this.#states = new LRUCache({
      max: cachedWorkspaces,
      ttl: cachedMs,
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: async (workspaceId) => ({ enabled: await readWorkspaceVoice(db, workspaceId) }),
    });
  }

  async isOn(workspaceId: string): Promise<boolean> {
    return (await this.#states.fetch(workspaceId))?.enabled ?? true;
  }
}
