import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A public key by which statements are verified (RFC 8037). */
export interface StatementJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

/** A key of the deployment that signs statements. */
export interface StatementKey {
  privateKey: KeyObject;
  jwk: StatementJwk;
}

/** PKCS #8 of an Ed25519 key, before its 32 bytes. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key for statements that follows from an encryption key of the deployment, so that every process has the same and none
 * has to be stored. It signs nothing else: no token can be taken for a statement, or the reverse.
 */
export function statementKey(encryptionKey: Buffer): StatementKey {
  const seed = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'heddle statement signing', 32));
  const der = Buffer.concat([pkcs8Prefix, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const [kty, crv] = ['OKP', 'Ed25519'] as const;
  // RFC 7638: the members in this order.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { privateKey, jwk: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } };
}
