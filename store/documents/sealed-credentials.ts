import type { Encrypted } from '../documents/encrypted.ts';

/** `auth` at rest. */
export type SealedAuth =
  | { type: 'none' }
  | { type: 'bearer'; token: Encrypted }
  | { type: 'basic'; username: string; password: Encrypted }
  | { type: 'header'; name: string; value: Encrypted };

/** `headers` at rest: the names to show, and all of it encrypted. */
export interface SealedHeaders {
  names: string[];
  pairs: Encrypted;
}
