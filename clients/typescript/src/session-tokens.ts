import { encodeBase64url } from './base64url.ts';
import { HeddleError } from './errors.ts';
import { checkClaims, type SessionTokenClaims } from './session-claims.ts';

const defaultSeconds = 600;
const longestSeconds = 3600;

/** A private key: a JWK (RFC 7517), or PKCS #8 as PEM, as in `-----BEGIN PRIVATE KEY-----`. */
export type PrivateKey = Record<string, unknown> | string;

/** The signing key of your workspace, as `signingKeys.create` has returned it, with the private half that only you have. */
export type SessionKey =
  | {
      /** Its `id`. */
      id: string;
      algorithm: 'HS256';
      /** As it was shown once. */
      secret: string;
    }
  | { id: string; algorithm: 'EdDSA' | 'ES256' | 'RS256'; private_key: PrivateKey };

export interface SessionTokenOptions {
  /** How long the token is valid, from 1 to 3,600 seconds. Default: 600. */
  expiresInSeconds?: number | undefined;
  /** When it is issued. Default: now. */
  at?: Date | undefined;
}

/**
 * Signs a session token, with which a browser or an app acts for one subject. Sign it on your server, once you know who the user is:
 * who has the key can act for anybody.
 *
 * @example
 * const token = await signSessionToken({ id, algorithm: 'HS256', secret }, { sub: user.id, actor: user.email });
 * @throws {HeddleError} if the service would refuse the token, or the key cannot be used
 */
export async function signSessionToken(
  key: SessionKey,
  claims: SessionTokenClaims,
  { expiresInSeconds = defaultSeconds, at = new Date() }: SessionTokenOptions = {},
): Promise<string> {
  const { sub, ...others } = claims;
  checkClaims(claims);
  if (!(expiresInSeconds >= 1 && expiresInSeconds <= longestSeconds))
    throw new HeddleError(`expiresInSeconds must be from 1 to ${longestSeconds}`);
  const iat = Math.floor(at.getTime() / 1000);
  const times = { aud: 'loom', iat, exp: iat + Math.floor(expiresInSeconds) };
  const header = { alg: key.algorithm, kid: key.id, typ: 'JWT' };
  const text = [header, { sub, ...times, ...others }].map(encodeJson).join('.');
  const { imported, algorithm } = await importKey(key);
  const signature = await crypto.subtle.sign(algorithm, imported, new TextEncoder().encode(text));
  return `${text}.${encodeBase64url(new Uint8Array(signature))}`;
}

function encodeJson(value: object): string {
  return encodeBase64url(new TextEncoder().encode(JSON.stringify(value)));
}

const algorithms = {
  HS256: { name: 'HMAC', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const;

async function importKey(key: SessionKey) {
  const algorithm = algorithms[key.algorithm];
  if (typeof key.id !== 'string' || (algorithm as object | undefined) === undefined)
    throw new HeddleError('the key needs its id, and its algorithm: HS256, EdDSA, ES256 or RS256');
  try {
    return { algorithm, imported: await importAs(key, algorithm) };
  } catch (error) {
    if (error instanceof HeddleError) throw error;
    // The cause may show a part of the key.
    throw new HeddleError(`the private key is none for ${key.algorithm}, as a JWK or as PKCS #8 in PEM`);
  }
}

async function importAs(key: SessionKey, algorithm: (typeof algorithms)[SessionKey['algorithm']]) {
  if (key.algorithm === 'HS256') {
    if (typeof key.secret !== 'string' || key.secret === '')
      throw new HeddleError('the secret of the signing key is missing');
    // The text itself is the key.
    return await crypto.subtle.importKey('raw', new TextEncoder().encode(key.secret), algorithm, false, [
      'sign',
    ]);
  }
  const { private_key } = key;
  if (typeof private_key === 'string')
    return await crypto.subtle.importKey('pkcs8', derOf(private_key), algorithm, false, ['sign']);
  // Only the members of the key: a `key_ops` or `alg` that it was exported with may not fit.
  const { kty, crv, x, y, d, n, e, p, q, dp, dq, qi } = private_key;
  const jwk = { kty, crv, x, y, d, n, e, p, q, dp, dq, qi };
  const given = Object.fromEntries(Object.entries(jwk).filter(([, value]) => value !== undefined));
  return await crypto.subtle.importKey('jwk', given, algorithm, false, ['sign']);
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const [, base64 = ''] = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(pem) ?? [];
  return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
}
