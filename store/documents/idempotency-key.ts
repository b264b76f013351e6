import type { Encrypted } from '../documents/encrypted.ts';

/** A response to replay, byte for byte. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Ids of what the request was about, for the record of its repetitions. */
  about?: Record<string, string>;
}

/** An Idempotency-Key of a workspace or of one of its subjects, from its first request on. Neither the key nor the request is kept. */
export interface IdempotencyKeyDocument {
  /** SHA-256 of workspace, subject where the key is its own, and key, hex. */
  _id: string;
  workspace_id: string;
  /** Tells whether another request is the same one. */
  fingerprint: string;
  resource_id: string;
  resource_may_exist: boolean;
  /** `held` while a request works, `failed` when it ended with a fault of the service and may be tried again. */
  state: 'held' | 'failed' | 'answered';
  /** Names the claim: who finds another one here has lost the key. */
  holder: string;
  /** When a holder that is not heard of counts as dead. */
  leased_until: Date;
  response?: Omit<StoredResponse, 'body'> & { body: Encrypted };
  /** 24 hours after the first request. */
  expires_at: Date;
}
