import { LRUCache } from 'lru-cache';
import type { Patch } from '#contract/patch.ts';
import type { Database } from './database.ts';
import { findPatches } from './patches.ts';

const cachedPatches = 5000;

/** Patches by ref, built-in ones included. A version never changes: once read, it is kept. */
export class PublishedPatches {
  readonly #db: Database;
  readonly #known = new LRUCache<string, Patch>({ max: cachedPatches });

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws {Error} when the workspace has no such patch */
  async get(workspaceId: string, ref: string): Promise<Patch> {
    const key = `${workspaceId} ${ref}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const patch = (await findPatches(this.#db, workspaceId, [ref])).get(ref);
    if (patch === undefined) throw new Error(`there is no patch ${ref}`);
    this.#known.set(key, patch);
    return patch;
  }
}
