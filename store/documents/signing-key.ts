import type { PublicJwk } from '#contract/signing-key.ts';
import type { Encrypted } from '../documents/encrypted.ts';

/** The material that verifies a token: a public key or, with HS256, the secret that also signs. */
export type KeyMaterial =
  { algorithm: 'EdDSA' | 'ES256' | 'RS256'; public_jwk: PublicJwk } | { algorithm: 'HS256'; secret: string };

/** A key with which a workspace's backend signs session tokens. */
export type SigningKeyDocument = {
  _id: string;
  workspace_id: string;
  /** The id by which tokens refer to it. */
  kid: string;
  name?: string;
  created_at: Date;
  /** The name of who created it. */
  created_by?: string;
  /** Written at most once a minute (store/credentials/key-use.ts). */
  last_used_at?: Date;
} & (
  | { algorithm: 'EdDSA' | 'ES256' | 'RS256'; public_jwk: PublicJwk }
  | { algorithm: 'HS256'; secret: Encrypted }
);
