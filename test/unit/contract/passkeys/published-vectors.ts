import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { PublicJwk } from '#contract/signing-key.ts';

/**
 * The test vectors of WebAuthn Level 3, section 16, made by the derivation that it publishes for them: all random values are
 * HKDF-SHA-256 of one text, ECDSA signs with the nonce of RFC 6979, and the RSA key has the two smallest Mersenne primes above
 * 1,024 bits. The tests compare their hashes with those of the published bytes.
 */

const rpId = 'example.org';
export const origin = `https://${rpId}`;

export type VectorName = 'none.ES256' | 'none.ES256.long-credential-id' | 'packed.RS256' | 'packed.EdDSA';

export interface Vector {
  publicKey: PublicJwk;
  credentialId: Buffer;
  registration: { challenge: string; clientDataJSON: Buffer; flags: number; aaguid: Buffer };
  assertion: { challenge: string; clientDataJSON: Buffer; authenticatorData: Buffer; signature: Buffer };
}

interface Key {
  publicKey: PublicJwk;
  sign: (bytes: Buffer) => Buffer;
}

export function publishedVector(name: VectorName): Vector {
  let salt = 0;
  const derived = (length: number): Buffer => {
    const bytes = hkdfSync('sha256', 'WebAuthn test vectors', Buffer.from([salt]), name, length);
    salt += 1;
    return Buffer.from(bytes);
  };
  const clientDataOf = (type: string, challenge: Buffer): Buffer => {
    const isExtended = ((derived(1)[0] ?? 0) & 0x01) !== 0;
    const extra = 'clientDataJSON may be extended with additional fields in the future, such as this: ';
    const fields = { type, challenge: challenge.toString('base64url'), origin, crossOrigin: false };
    const extended = isExtended ? { extraData: `${extra}${derived(16).toString('base64url')}` } : {};
    return Buffer.from(JSON.stringify({ ...fields, ...extended }));
  };

  const created = derived(32);
  const key = name === 'packed.RS256' ? rsaKey() : keyOf(name, derived(32));
  const registeredData = clientDataOf('webauthn.create', created);
  const aaguid = derived(16);
  const credentialId = derived(name.endsWith('long-credential-id') ? 1023 : 32);
  const bits = derived(1)[0] ?? 0;
  const isEligible = (bits & 0x08) !== 0;
  const flags = 0x41 | (bits & 0x0c) | (isEligible ? bits & 0x10 : 0);
  // The attestation's key and the serial number of its certificate.
  if (name.startsWith('packed.')) salt += 2;

  const asked = derived(32);
  const clientDataJSON = clientDataOf('webauthn.get', asked);
  const later = derived(1)[0] ?? 0;
  const signedFlags = 0x01 | (later & 0x04) | (bits & 0x08) | (isEligible ? later & 0x10 : 0);
  const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([signedFlags, 0, 0, 0, 0])]);
  return {
    publicKey: key.publicKey,
    credentialId,
    registration: { challenge: created.toString('base64url'), clientDataJSON: registeredData, flags, aaguid },
    assertion: {
      challenge: asked.toString('base64url'),
      clientDataJSON,
      authenticatorData,
      signature: key.sign(Buffer.concat([authenticatorData, sha256(clientDataJSON)])),
    },
  };
}

export function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

export function rpIdHash(): Buffer {
  return sha256(rpId);
}

function keyOf(name: VectorName, secret: Buffer): Key {
  if (name === 'packed.EdDSA') {
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const publicKey = PublicJwk.parse(createPublicKey(privateKey).export({ format: 'jwk' }));
    return { publicKey, sign: (bytes) => sign(null, bytes, privateKey) };
  }
  const point = Buffer.from(p256.getPublicKey(secret, false));
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  return {
    publicKey: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
    sign: (bytes) => Buffer.from(p256.sign(bytes, secret, { format: 'der', lowS: false })),
  };
}

function rsaKey(): Key {
  const [p, q, e] = [2n ** 1279n - 1n, 2n ** 2203n - 1n, 65_537n];
  const d = inverse(e, (p - 1n) * (q - 1n));
  const text = (value: bigint): string => {
    const hex = value.toString(16);
    return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
  };
  const jwk = {
    kty: 'RSA',
    n: text(p * q),
    e: text(e),
    d: text(d),
    p: text(p),
    q: text(q),
    dp: text(d % (p - 1n)),
    dq: text(d % (q - 1n)),
    qi: text(inverse(q, p)),
  };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { publicKey: PublicJwk.parse(jwk), sign: (bytes) => sign('sha256', bytes, privateKey) };
}

/** The inverse modulo another number, by the extended algorithm of Euclid. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [old, rest, oldFactor, factor] = [value, modulus, 1n, 0n];
  while (rest !== 0n) {
    const quotient = old / rest;
    [old, rest] = [rest, old - quotient * rest];
    [oldFactor, factor] = [factor, oldFactor - quotient * factor];
  }
  return ((oldFactor % modulus) + modulus) % modulus;
}
