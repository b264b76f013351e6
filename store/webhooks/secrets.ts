import { randomBytes } from 'node:crypto';
import type { WebhookSecretDocument } from '../documents/webhook-endpoint.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';

/** A secret to sign with, and until when: without an end until another takes its place. */
export interface SigningSecret {
  /** `whsec_` and base64; secret. */
  value: string;
  expires_at?: Date;
}

/** How long a secret signs beside the one that took its place (webhook.endpoint.rotate-secret). */
const overlapMs = 24 * 60 * 60 * 1000;
const secretBytes = 32;

const place = (endpointId: string): Place => ['webhook_endpoints', endpointId, 'secret'];

/** Makes a secret of an endpoint: to be shown once, and sealed to be stored. */
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
 * The newest secret of an endpoint, to be shown if it is the one of that id.
 * @throws {DecryptionError} when it cannot be decrypted
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
 * Opens the secrets that still sign, the newest first. Each signs for 24 hours from when the next one was made.
 * @param secrets oldest first
 * @throws {DecryptionError} when one cannot be decrypted
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
    opened.unshift({ value, ...(expires_at === undefined ? {} : { expires_at }) });
  }
  return opened;
}
