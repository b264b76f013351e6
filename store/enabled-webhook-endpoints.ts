import { LRUCache } from 'lru-cache';
import { ChangeFeed } from './change-feed.ts';
import type { Database } from './database.ts';
import type { Keyring } from './encryption.ts';
import type { WebhookEndpointDocument } from './webhook-endpoints.ts';
import { openSecrets, type SigningSecret } from './webhook-secrets.ts';

/** An endpoint to send to. */
export interface OpenWebhookEndpoint extends Pick<
  WebhookEndpointDocument,
  'workspace_id' | 'url' | 'events' | 'ids_only' | 'enabled' | 'failing_since'
> {
  id: string;
  /** Newest first. */
  secrets: SigningSecret[];
}

const cachedWorkspaces = 10_000;
/** Changes are told of; this is for what nobody tells of. */
const cachedMs = 60_000;

/**
 * The enabled endpoints of workspaces, kept in memory with their secrets opened. A change stream tells of changes, in
 * milliseconds; while it is down, what is kept is forgotten several times a second.
 */
export class EnabledWebhookEndpoints {
  readonly #db: Database;
  readonly #keyring: Keyring;
  readonly #cache = new LRUCache<string, Promise<OpenWebhookEndpoint[]>>({
    max: cachedWorkspaces,
    ttl: cachedMs,
  });
  readonly #changes: ChangeFeed;

  constructor(db: Database, keyring: Keyring) {
    this.#db = db;
    this.#keyring = keyring;
    this.#changes = new ChangeFeed({
      open: () =>
        db.webhook_endpoints.watch(
          // A document that is deleted does not say whose it was; it is told of all the same.
          [{ $project: { 'fullDocument.workspace_id': { $ifNull: ['$fullDocument.workspace_id', ''] } } }],
          { fullDocument: 'updateLookup', maxAwaitTimeMS: 1000 },
        ),
      onDocument: ({ workspace_id }) => this.forget(workspace_id as string),
      onGap: () => this.forget(''),
    });
  }

  /** @throws {DecryptionError} when a secret cannot be decrypted */
  async of(workspaceId: string): Promise<OpenWebhookEndpoint[]> {
    // Listen before looking: a change in between is then not missed.
    await this.#changes.start();
    const cached = this.#cache.get(workspaceId);
    if (cached !== undefined) return await cached;
    const loading = this.#load(workspaceId);
    this.#cache.set(workspaceId, loading);
    // A failure is not kept: whoever asks next looks again.
    loading.catch(() => this.#cache.delete(workspaceId));
    return await loading;
  }

  /** Forgets what is kept of a workspace, or of all when it is not known which. */
  forget(workspaceId: string): void {
    if (workspaceId === '') this.#cache.clear();
    else this.#cache.delete(workspaceId);
  }

  async close(): Promise<void> {
    await this.#changes.close();
  }

  async #load(workspaceId: string): Promise<OpenWebhookEndpoint[]> {
    const documents = await this.#db.webhook_endpoints
      .find({ workspace_id: workspaceId, enabled: true })
      .toArray();
    return documents.map((document) => openWebhookEndpoint(this.#keyring, document));
  }
}

/** @throws {DecryptionError} when a secret cannot be decrypted */
export function openWebhookEndpoint(
  keyring: Keyring,
  document: WebhookEndpointDocument,
): OpenWebhookEndpoint {
  const { _id, workspace_id, url, events, ids_only, enabled, failing_since, secrets } = document;
  return {
    id: _id,
    workspace_id,
    url,
    events,
    ids_only,
    enabled,
    ...(failing_since === undefined ? {} : { failing_since }),
    secrets: openSecrets(keyring, _id, secrets, new Date()),
  };
}
