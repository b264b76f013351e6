import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import type { Changes } from '../mongo/changes.ts';
import type { Keyring } from '../credentials/encryption.ts';
import type { WebhookEndpointDocument } from '../documents/webhook-endpoint.ts';
import { openSecrets, type SigningSecret } from './secrets.ts';

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
 * The enabled endpoints of workspaces, kept in memory. Changes are told of in milliseconds; while they cannot be, what
 * is kept is forgotten several times a second.
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

  /** @throws when they are not at hand and MongoDB does not answer */
  async of(workspaceId: string): Promise<WebhookEndpointDocument[]> {
    // Listen before looking: a change in between is then not missed.
    this.#listening ??= this.#changes.follow({
      collections: ['webhook_endpoints'],
      onDocument: ({ workspace_id }) => this.forget(workspace_id),
      // One that was deleted does not say whose it was.
      onGap: () => this.#cache.clear(),
    });
    await this.#listening;
    const cached = this.#cache.get(workspaceId);
    if (cached !== undefined) return await cached;
    const loading = this.#collection.find({ workspace_id: workspaceId, enabled: true }).toArray();
    this.#cache.set(workspaceId, loading);
    // A failure is not kept: whoever asks next looks again.
    loading.catch(() => this.#cache.delete(workspaceId));
    return await loading;
  }

  /** Forgets what is kept of a workspace: its endpoints were changed. */
  forget(workspaceId: string): void {
    this.#cache.delete(workspaceId);
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
