import { isJsonObject, type JsonObject, parseJson } from './json.ts';
import type { AssertionCredential } from './passkey.ts';
import type { PublicJwk } from './signing-key.ts';

/** Verification of a passkey's response by anybody: in a browser and in Node, without the service. */

/** Why a response does not verify. */
export type SignatureFault =
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
 * Verifies that a key has signed a challenge, and that its user was verified.
 * @param challenge in base64url
 * @returns undefined if it has, or why not. Of origin, relying party and counter it says nothing: the service has checked them
 */
export async function signatureFault(
  { response }: Pick<AssertionCredential, 'response'>,
  publicKey: PublicJwk,
  challenge: string,
): Promise<SignatureFault | undefined> {
  const clientData = bytesOf(response.clientDataJSON);
  const authenticatorData = bytesOf(response.authenticatorData);
  const signature = bytesOf(response.signature);
  if (clientData === undefined || authenticatorData === undefined || signature === undefined)
    return 'malformed';
  const said = readClientData(clientData);
  if (said === undefined) return 'malformed';
  if (authenticatorData.length < shortestAuthenticatorData) return 'malformed';
  if (said['type'] !== 'webauthn.get') return 'not_an_assertion';
  if (said['challenge'] !== challenge) return 'other_challenge';
  const flags = authenticatorData[32] ?? 0;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return 'user_not_verified';
  return (await isSignedBy(publicKey, signature, await signedBytes(authenticatorData, clientData)))
    ? undefined
    : 'signature_invalid';
}

/** Whether a key has signed a response, whatever that says. */
export async function hasSigned(
  { response }: Pick<AssertionCredential, 'response'>,
  publicKey: PublicJwk,
): Promise<boolean> {
  const clientData = bytesOf(response.clientDataJSON);
  const authenticatorData = bytesOf(response.authenticatorData);
  const signature = bytesOf(response.signature);
  if (clientData === undefined || authenticatorData === undefined || signature === undefined) return false;
  return await isSignedBy(publicKey, signature, await signedBytes(authenticatorData, clientData));
}

async function signedBytes(
  authenticatorData: Uint8Array,
  clientData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', clientData));
  return new Uint8Array([...authenticatorData, ...hash]);
}

/** The challenge that a passkey signs for a text: its SHA-256 in base64url. */
export async function challengeOf(text: string): Promise<string> {
  return await hashOf(text);
}

/** The thumbprint of a public key (RFC 7638): its required members in the order of their names. */
export async function thumbprintOf(key: PublicJwk): Promise<string> {
  const { kty } = key;
  if (kty === 'RSA') return await hashOf(JSON.stringify({ e: key.e, kty, n: key.n }));
  const { crv, x } = key;
  return await hashOf(JSON.stringify(kty === 'EC' ? { crv, kty, x, y: key.y } : { crv, kty, x }));
}

/** The origin of the page on which a passkey has signed; undefined if it cannot be read. */
export function originOf({ response }: Pick<AssertionCredential, 'response'>): string | undefined {
  const clientData = bytesOf(response.clientDataJSON);
  const origin = clientData && readClientData(clientData)?.['origin'];
  return typeof origin === 'string' ? origin : undefined;
}

/** The challenge to which a passkey has responded; undefined if it cannot be read. */
export function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string | undefined {
  const clientData = bytesOf(clientDataJSON);
  const challenge = clientData && readClientData(clientData)?.['challenge'];
  return typeof challenge === 'string' ? challenge : undefined;
}

async function isSignedBy(
  publicKey: PublicJwk,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = algorithms[publicKey.kty];
  const raw = publicKey.kty === 'EC' ? rawOfDer(signature) : signature;
  if (raw === undefined) return false;
  try {
    const key = await crypto.subtle.importKey('jwk', publicKey, algorithm.import, false, ['verify']);
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

/** The SHA-256 of a text, in base64url. */
async function hashOf(text: string): Promise<string> {
  return base64urlOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function readClientData(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}

function base64urlOf(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
