import type { Encrypted } from './encrypted.ts';
import type { SpeechRef } from './speech.ts';

/** A response to replay, byte for byte. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  /** The body, or the speech that it consists of. */
  body: Buffer | SpeechRef;
  /** Ids of what the request concerned, for the records of its repetitions. */
  about?: Record<string, string>;
}

/**
 * An Idempotency-Key of a workspace, or of one subject, from its first request on. Neither the key nor the request is
 * stored.
 */
export interface IdempotencyKeyDocument {
  /** SHA-256, in hex, of the workspace, the subject if the key is a subject's own, and the key. */
  _id: string;
  workspace_id: string;
  /** Shows whether another request is the same one. */
  fingerprint: string;
  resource_id: string;
  resource_may_exist: boolean;
  /** `held` while a request is in progress; `failed` if it ended with an error of the service and may be repeated. */
  state: 'held' | 'failed' | 'answered';
  /** Identifies the claim: a holder that finds another one here has lost the key. */
  holder: string;
  /** When a holder that has gone silent counts as dead. */
  leased_until: Date;
  response?: Omit<StoredResponse, 'body'> & { body: Encrypted | SpeechRef };
  /** 24 hours after the first request. */
  expires_at: Date;
}
