import { importJWK, type CryptoKey as VerificationKey } from 'jose';
import type { KeyMaterial } from '#store/documents/signing-key.ts';

const shortestModulusBits = 2048;

/** Verifies only with its own algorithm. */
export type { VerificationKey };

/**
 * Creates the key that verifies for a signing key, only with its algorithm.
 * @throws {Error} if the JWK is not a public key for the algorithm, or an RSA key has less than 2,048 bits
 */
export async function verificationKey(material: KeyMaterial): Promise<VerificationKey> {
  if (material.algorithm === 'HS256') {
    const bytes = new TextEncoder().encode(material.secret);
    return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  }
  const key = await importJWK(material.public_jwk, material.algorithm);
  if (key instanceof Uint8Array) throw new Error('not a public key');
  if (isShortRsa(key)) throw new Error(`less than ${shortestModulusBits} bits`);
  return key;
}

function isShortRsa({ algorithm }: VerificationKey): boolean {
  return 'modulusLength' in algorithm && Number(algorithm.modulusLength) < shortestModulusBits;
}
