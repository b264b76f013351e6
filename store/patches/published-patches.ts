import { LRUCache } from 'lru-cache';
import type { Patch } from '#contract/patch.ts';
import type { Database } from '../mongo/database.ts';
import { findPatches } from './patches.ts';

/** Limits the cache, in characters of the patches' JSON, because a schema can be large. */
const cachedCharacters = 16 * 1024 * 1024;

/**
 * Patches by workspace and ref, including the built-in ones. Cached without limit of time, because a version never
 * changes.
 */
export class PublishedPatches {
  readonly #db: Database;
  readonly #known = new LRUCache<string, Patch>({
    maxSize: cachedCharacters,
    sizeCalculation: (patch) => JSON.stringify(patch).length,
  });

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws {Error} if the workspace has no such patch */
  async get(workspaceId: string, ref: string): Promise<Patch> {
    const patches = await this.getAll(workspaceId, [ref]);
    return patches[0] as Patch;
  }

  /**
   * The patches of an agent, in the order of the refs.
   * @throws {Error} if the workspace lacks one of them
   */
  async getAll(workspaceId: string, refs: readonly string[]): Promise<Patch[]> {
    const cacheKey = (ref: string) => `${workspaceId} ${ref}`;
    const patches = new Map<string, Patch>();
    for (const ref of refs) {
      const known = this.#known.get(cacheKey(ref));
      if (known !== undefined) patches.set(ref, known);
    }
    const others = refs.filter((ref) => !patches.has(ref));
    if (others.length > 0) {
      for (const [ref, patch] of await findPatches(this.#db, workspaceId, others)) {
        this.#known.set(cacheKey(ref), patch);
        patches.set(ref, patch);
      }
    }
    return refs.map((ref) => {
      const patch = patches.get(ref);
      if (patch === undefined) throw new Error(`there is no patch ${ref}`);
      return patch;
    });
  }
}
