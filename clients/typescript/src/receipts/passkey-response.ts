import { decodeBase64url, encodeBase64url } from '../base64url.ts';
import type { PasskeyAssertion, PublicJwk } from '../schema/types.gen.ts';

/** Why the response of a passkey does not verify. */
export type ResponseFault =
  'malformed' | 'other_challenge' | 'not_an_assertion' | 'user_not_verified' | 'signature_invalid';

const userPresent = 0x01;
const userVerified = 0x04;
/** The hash of the relying party's id, the flags and the counter. */
const shortestAuthenticatorData = 37;

const algorithms = {
  EC: { import: { name: 'ECDSA', namedCurve: 'P-256' }, verify: { name: 'ECDSA', hash: 'SHA-256' } },
  OKP: { import: { name: 'Ed25519' }, verify: { name: 'Ed25519' } },
  RSA: { import: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, verify: { name: 'RSASSA-PKCS1-v1_5' } },
} as const;

/**
 * Verifies that a key has signed a challenge (WebAuthn), and that its user was verified.
 * @param challenge in base64url
 * @returns undefined if it has, or why not. The service has checked origin, relying party and counter
 */
export async function responseFault(
  { response }: Pick<PasskeyAssertion, 'response'>,
  publicKey: PublicJwk,
  challenge: string,
): Promise<ResponseFault | undefined> {
  const clientData = decodeBase64url(response.clientDataJSON);
  const authenticatorData = decodeBase64url(response.authenticatorData);
  const signature = decodeBase64url(response.signature);
  const said = clientData && readClientData(clientData);
  if (clientData === undefined || authenticatorData === undefined || signature === undefined || !said)
    return 'malformed';
  if (authenticatorData.length < shortestAuthenticatorData) return 'malformed';
  if (said['type'] !== 'webauthn.get') return 'not_an_assertion';
  if (said['challenge'] !== challenge) return 'other_challenge';
  const flags = authenticatorData[32] ?? 0;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return 'user_not_verified';
  const signed = new Uint8Array([...authenticatorData, ...(await sha256(clientData))]);
  return (await isSignedBy(publicKey, signature, signed)) ? undefined : 'signature_invalid';
}

/** The origin of the page on which a passkey has signed; undefined if it cannot be read. */
export function originOf({ response }: Pick<PasskeyAssertion, 'response'>): string | undefined {
  const clientData = decodeBase64url(response.clientDataJSON);
  const origin = clientData && readClientData(clientData)?.['origin'];
  return typeof origin === 'string' ? origin : undefined;
}

/** The thumbprint of a public key (RFC 7638): the SHA-256 of its required members in the order of their names. */
export async function thumbprintOf(key: PublicJwk): Promise<string> {
  const { kty } = key;
  if (kty === 'RSA') return await hashOf(JSON.stringify({ e: key.e, kty, n: key.n }));
  const { crv, x } = key;
  return await hashOf(JSON.stringify(kty === 'EC' ? { crv, kty, x, y: key.y } : { crv, kty, x }));
}

/** The SHA-256 of a text, in base64url. */
export async function hashOf(text: string): Promise<string> {
  return encodeBase64url(await sha256(new TextEncoder().encode(text)));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

async function isSignedBy(
  publicKey: PublicJwk,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const raw = publicKey.kty === 'EC' ? rawOfDer(signature) : signature;
  if (raw === undefined) return false;
  const algorithm = algorithms[publicKey.kty];
  try {
    const key = await crypto.subtle.importKey('jwk', { ...publicKey }, algorithm.import, false, ['verify']);
    return await crypto.subtle.verify(algorithm.verify, key, raw, signed);
  } catch {
    return false;
  }
}

/** An ECDSA signature as WebCrypto takes it (two numbers of 32 bytes), from ASN.1 DER as passkeys give it. */
function rawOfDer(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length === 0 || at + 2 + length > der.length) return undefined;
    const number = der.subarray(at + 2, at + 2 + length);
    const digits = number[0] === 0 ? number.subarray(1) : number;
    if (digits.length > 32) return undefined;
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return at === der.length ? raw : undefined;
}

function readClientData(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
