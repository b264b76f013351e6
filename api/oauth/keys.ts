import { createECDH, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { EncryptionKey } from '#store/credentials/encryption.ts';
import { signingAlgorithm } from './metadata.ts';

/** A private key that signs, with its public half. */
export interface SigningJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
  kid: string;
  alg: typeof signingAlgorithm;
  use: 'sig';
}

/** The keys of the authorization server. */
export interface OAuthKeys {
  /** The first one signs, and all of them verify. */
  signing: [SigningJwk, ...SigningJwk[]];
  /** The first one signs cookies, and all of them verify. */
  cookies: string[];
  /** Tokens that tie a form to the authorization in progress. */
  forms: FormTokens;
  /** The value of the successor of a refresh token. */
  successorOf: (refreshToken: string) => string;
  /** Stands for an address where it is stored, so that addresses of strangers are not. */
  labelOf: (address: string) => string;
}

/** Proves that a form was served by this service for one authorization in progress, and not by another site. */
export interface FormTokens {
  issue(uid: string): string;
  accepts(uid: string, token: string): boolean;
}

/**
 * Derives the keys from those of the deployment, so that every process has the same ones and none has to be stored. A
 * deployment rotates them together with its encryption keys: as long as an old one is configured, what it signed is
 * accepted.
 */
export function deriveOAuthKeys(keys: EncryptionKey[]): OAuthKeys {
  const [first, ...others] = keys.map(({ key }) => signingJwk(key));
  if (first === undefined) throw new Error('no key to sign with');
  const derived = (purpose: string) => keys.map(({ key }) => derive(key, purpose));
  return {
    signing: [first, ...others],
    cookies: derived('cookie').map((key) => key.toString('base64url')),
    forms: formTokens(derived('form')),
    successorOf: firstSigns(derived('refresh successor')),
    labelOf: firstSigns(derived('address')),
  };
}

function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `heddle oauth ${purpose}`, 32));
}

/** One in 2^32 texts of 32 bytes is not a private key of the curve: then the next one is taken. */
function signingJwk(key: Buffer): SigningJwk {
  const pair = createECDH('prime256v1');
  let secret = derive(key, 'signing 0');
  for (let attempt = 1; ; attempt += 1) {
    try {
      pair.setPrivateKey(secret);
      break;
    } catch (error) {
      if (attempt > 8) throw error;
      secret = derive(key, `signing ${attempt}`);
    }
  }
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const crv = 'P-256';
  const kty = 'EC';
  // RFC 7638: the members in this order.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  // As derived: the pair gives the private key without its leading zero bytes, but RFC 7518 (6.2.2.1) wants all 32.
  const d = secret.toString('base64url');
  return { kty, crv, x, y, d, kid, alg: signingAlgorithm, use: 'sig' };
}

const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** A text by which the processes of a deployment know another one, and from which it cannot be found. */
function firstSigns([first]: Buffer[]): (text: string) => string {
  if (first === undefined) throw new Error('no key to sign with');
  return (text) => sign(first, text).toString('base64url');
}

function formTokens(keys: Buffer[]): FormTokens {
  return {
    issue: (uid) => {
      const [first] = keys;
      if (first === undefined) throw new Error('no key to sign with');
      return sign(first, uid).toString('base64url');
    },
    accepts: (uid, token) => {
      const given = Buffer.from(token, 'base64url');
      return keys.some((key) => {
        const expected = sign(key, uid);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}
