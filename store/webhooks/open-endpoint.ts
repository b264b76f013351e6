import { defined } from '#contract/defined.ts';
import type { Keyring } from '../credentials/encryption.ts';
import type { WebhookEndpointDocument } from '../documents/webhook-endpoint.ts';
import { openSecrets, type SigningSecret } from './secrets.ts';

/** An endpoint to send to. */
export interface OpenWebhookEndpoint extends Pick<
  WebhookEndpointDocument,
  'workspace_id' | 'url' | 'events' | 'ids_only' | 'enabled' | 'failing_since' | 'failed_at'
> {
  id: string;
  /** Newest first. */
  secrets: SigningSecret[];
}

/** @throws {DecryptionError} if a secret cannot be decrypted */
export function openWebhookEndpoint(
  keyring: Keyring,
  document: WebhookEndpointDocument,
): OpenWebhookEndpoint {
  const { _id, workspace_id, url, events, ids_only, enabled, failing_since, failed_at, secrets } = document;
  return {
    id: _id,
    workspace_id,
    url,
    events,
    ids_only,
    enabled,
    ...defined({ failing_since, failed_at }),
    secrets: openSecrets(keyring, _id, secrets, new Date()),
  };
}
