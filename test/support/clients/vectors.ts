import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionKey, SessionTokenClaims } from '#heddle-client/index.ts';

/** A session token that every client signs alike. */
export interface TokenVector {
  key: SessionKey;
  /** Absent with HS256. */
  public_jwk?: Record<string, unknown>;
  claims: SessionTokenClaims;
  /** When it is issued, in seconds since 1970, and for how many seconds. */
  at: number;
  expires_in: number;
  /** Equal byte for byte, but for the signature of ES256, which is another one each time. */
  token: string;
}

/** A receipt, and the result of verifying it. */
export interface ReceiptVector {
  name: string;
  jws: string;
  jwks?: { keys: object[] };
  passkeys?: string[];
  expected: { service: string; results: string[]; origins: string[] } | { code: string; faults?: string[] };
}

/** A delivery that every client signs alike. */
export interface WebhookVector {
  body: string;
  secret: string;
  id: string;
  at: number;
  headers: Record<string, string>;
}

export interface Vectors {
  tokens: TokenVector[];
  receipts: ReceiptVector[];
  webhooks: WebhookVector[];
}

/** The vectors by which the clients of all languages are compared. */
export const vectors = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8')) as Vectors;
