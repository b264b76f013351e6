import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Purposes of keys, with the HKDF label of each: a key signs for one of them alone. */
const purposes = {
  /** Heads of audit logs, and receipts. */
  statements: 'heddle statement signing',
  /** Approvals that hosts verify with each call. */
  approvals: 'heddle approval signing',
} as const;
export type KeyPurpose = keyof typeof purposes;
export const keyPurposes: readonly KeyPurpose[] = ['statements', 'approvals'];

/** A public key by which statements are verified (RFC 8037). */
export interface StatementJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
  /** A verifier refuses a key of another purpose than its own. */
  purpose: KeyPurpose;
}

/** A key of the deployment that signs statements. */
export interface StatementKey {
  privateKey: KeyObject;
  jwk: StatementJwk;
}

/** PKCS #8 of an Ed25519 key, before its 32 bytes. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key for one purpose that follows from an encryption key of the deployment, so that every process has the same and none
 * has to be stored. It signs nothing else: no token can be taken for a statement, or the reverse.
 */
export function statementKey(encryptionKey: Buffer, purpose: KeyPurpose): StatementKey {
  const seed = Buffer.from(hkdfSync('sha256', encryptionKey, '', purposes[purpose], 32));
  const der = Buffer.concat([pkcs8Prefix, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const [kty, crv] = ['OKP', 'Ed25519'] as const;
  // RFC 7638: the members in this order.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { privateKey, jwk: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig', purpose } };
}
