import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import type { WebhookEndpointDocument } from '../documents/webhook-endpoint.ts';
import type { Changes } from './changes.ts';

const cachedWorkspaces = 10_000;
/** A limit for changes that are not reported. */
const cachedMs = 60_000;

/**
 * The enabled endpoints of workspaces, kept in memory. Changes are reported within milliseconds. While they cannot be,
 * the cache is cleared several times a second.
 */
export class EnabledWebhookEndpoints {
  readonly #collection: Collection<WebhookEndpointDocument>;
  readonly #changes: Changes;
  readonly #cache = new LRUCache<string, Promise<WebhookEndpointDocument[]>>({
    max: cachedWorkspaces,
    ttl: cachedMs,
  });
  #listening: Promise<void> | undefined;

  constructor(collection: Collection<WebhookEndpointDocument>, changes: Changes) {
    this.#collection = collection;
    this.#changes = changes;
  }

  /** @throws if they are not cached and MongoDB does not respond */
  async of(workspaceId: string): Promise<WebhookEndpointDocument[]> {
    // Subscribe before reading, so that no change in between is missed.
    this.#listening ??= this.#changes.follow({
      collections: ['webhook_endpoints'],
      onDocument: ({ workspace_id }) => this.forget(workspace_id),
      // A deletion does not say to which workspace the endpoint belonged.
      onGap: () => this.#cache.clear(),
    });
    await this.#listening;
    const cached = this.#cache.get(workspaceId);
    if (cached !== undefined) return await cached;
    const loading = this.#collection.find({ workspace_id: workspaceId, enabled: true }).toArray();
    this.#cache.set(workspaceId, loading);
    // A failure is not cached: the next caller reads again.
    loading.catch(() => this.#cache.delete(workspaceId));
    return await loading;
  }

  /** Removes a workspace from the cache because its endpoints were changed. */
  forget(workspaceId: string): void {
    this.#cache.delete(workspaceId);
  }
}
