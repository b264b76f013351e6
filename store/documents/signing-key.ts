import type { PublicJwk } from '#contract/signing-key.ts';
import type { Encrypted } from '../documents/encrypted.ts';

/** What verifies: a public key, or with HS256 the secret that signs too. */
export type KeyMaterial =
  { algorithm: 'EdDSA' | 'ES256' | 'RS256'; public_jwk: PublicJwk } | { algorithm: 'HS256'; secret: string };

/** A key that a workspace's backend signs session tokens with. */
export type SigningKeyDocument = {
  _id: string;
  workspace_id: string;
  /** What tokens name it by. */
  kid: string;
  name?: string;
  created_at: Date;
} & (
  | { algorithm: 'EdDSA' | 'ES256' | 'RS256'; public_jwk: PublicJwk }
  | { algorithm: 'HS256'; secret: Encrypted }
);
