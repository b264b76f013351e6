import type { Encrypted } from '../documents/encrypted.ts';

/** `auth` at rest. */
export type SealedAuth =
  | { type: 'none' }
  | { type: 'bearer'; token: Encrypted }
  | { type: 'basic'; username: string; password: Encrypted }
  | { type: 'header'; name: string; value: Encrypted };

/** `headers` at rest: the names, which may be shown, and everything encrypted. */
export interface SealedHeaders {
  names: string[];
  pairs: Encrypted;
}
