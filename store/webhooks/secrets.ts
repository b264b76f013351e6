import { randomBytes } from 'node:crypto';
import { defined } from '#contract/defined.ts';
import type { WebhookSecretDocument } from '../documents/webhook-endpoint.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';

/** A secret that signs, and until when. It has no end until another one replaces it. */
export interface SigningSecret {
  /** `whsec_` and base64; secret. */
  value: string;
  expires_at?: Date;
}

/** How long a secret signs together with its replacement (webhook.endpoint.rotate-secret). */
const overlapMs = 24 * 60 * 60 * 1000;
const secretBytes = 32;

const place = (endpointId: string): Place => ['webhook_endpoints', endpointId, 'secret'];

/** Creates a secret for an endpoint: the value to show once, and the sealed form to store. */
export function newWebhookSecret(
  keyring: Keyring,
  endpointId: string,
  id: string,
): { secret: string; document: WebhookSecretDocument } {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  const document = { id, sealed: keyring.encrypt(place(endpointId), secret), created_at: new Date() };
  return { secret, document };
}

/**
 * The newest secret of an endpoint, to be shown if it has that id.
 * @throws {DecryptionError} if it cannot be decrypted
 */
export function shownSecret(
  keyring: Keyring,
  endpointId: string,
  secrets: WebhookSecretDocument[],
  id: string,
): string | null {
  const newest = secrets.at(-1);
  return newest?.id === id ? keyring.decrypt(place(endpointId), newest.sealed) : null;
}

/**
 * Decrypts the secrets that still sign, newest first. Each signs for 24 hours after the next one was created.
 * @param secrets oldest first
 * @throws {DecryptionError} if one cannot be decrypted
 */
export function openSecrets(
  keyring: Keyring,
  endpointId: string,
  secrets: WebhookSecretDocument[],
  now: Date,
): SigningSecret[] {
  const opened: SigningSecret[] = [];
  for (const [index, { sealed }] of secrets.entries()) {
    const next = secrets[index + 1];
    const expires_at = next === undefined ? undefined : new Date(next.created_at.getTime() + overlapMs);
    if (expires_at !== undefined && expires_at <= now) continue;
    const value = keyring.decrypt(place(endpointId), sealed);
    opened.unshift({ value, ...defined({ expires_at }) });
  }
  return opened;
}
