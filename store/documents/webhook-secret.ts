import type { Encrypted } from '../documents/encrypted.ts';

/** A secret that signs requests to an endpoint, at rest. */
export interface WebhookSecretDocument {
  id: string;
  sealed: Encrypted;
  created_at: Date;
}
