import { LRUCache } from 'lru-cache';
import type { Collection, Filter } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import type { ChangeStream } from './change-stream.ts';

const cachedWorkspaces = 10_000;
/** A limit for changes that are not reported. */
const cachedMs = 60_000;

/** The collections of which a process keeps the documents of workspaces in memory. */
type Kept = 'budgets' | 'webhook_endpoints';

/**
 * The documents of workspaces in a collection, kept in memory. Changes are reported within milliseconds. While they cannot be,
 * the cache is cleared several times a second.
 */
export class KeptByWorkspace<Name extends Kept> {
  readonly #name: Name;
  readonly #collection: Collection<Documents[Name]>;
  readonly #changes: ChangeStream;
  readonly #filter: Filter<Documents[Name]>;
  readonly #cache = new LRUCache<string, Promise<Documents[Name][]>>({
    max: cachedWorkspaces,
    ttl: cachedMs,
  });
  #listening: Promise<void> | undefined;

  /** @param filter which of the documents are kept. Default: all */
  constructor(
    name: Name,
    collection: Collection<Documents[Name]>,
    changes: ChangeStream,
    filter: Filter<Documents[Name]> = {},
  ) {
    this.#name = name;
    this.#collection = collection;
    this.#changes = changes;
    this.#filter = filter;
  }

  /** @throws if they are not cached and MongoDB does not respond */
  async of(workspaceId: string): Promise<Documents[Name][]> {
    // Subscribe before reading, so that no change in between is missed.
    this.#listening ??= this.#changes.follow({
      collections: [this.#name],
      onDocument: ({ workspace_id }) => this.forget(workspace_id),
      // A deletion does not say to which workspace the document belonged.
      onGap: () => this.#cache.clear(),
    });
    await this.#listening;
    const cached = this.#cache.get(workspaceId);
    if (cached !== undefined) return await cached;
    const filter = { ...this.#filter, workspace_id: workspaceId } as Filter<Documents[Name]>;
    const loading = this.#collection.find<Documents[Name]>(filter).toArray();
    this.#cache.set(workspaceId, loading);
    // A failure is not cached: the next caller reads again.
    loading.catch(() => this.#cache.delete(workspaceId));
    return await loading;
  }

  /** Removes a workspace from the cache because its documents were changed. */
  forget(workspaceId: string): void {
    this.#cache.delete(workspaceId);
  }
}
