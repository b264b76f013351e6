import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { expect } from 'vitest';
import type { CreatedSigningKey } from '#contract/signing-key.ts';
import { ApiClient } from './api-client.ts';

export type Algorithm = CreatedSigningKey['algorithm'];

/** A signing key of a workspace, as its backend has it. */
export interface Signer {
  kid: string;
  algorithm: Algorithm;
  /** The signing key. */
  key: CryptoKey | Uint8Array;
  registered: CreatedSigningKey;
}

/** Registers a signing key of a workspace. */
export async function registerSigner(client: ApiClient, algorithm: Algorithm = 'HS256'): Promise<Signer> {
  const pair = algorithm === 'HS256' ? undefined : await generateKeyPair(algorithm, { extractable: true });
  const { status, data } = await client.post<CreatedSigningKey>('/v1/signing-keys', {
    algorithm,
    ...(pair === undefined ? {} : { public_jwk: await exportJWK(pair.publicKey) }),
  });
  if (status !== 201) throw new Error(`the signing key was not registered: ${status}`);
  const key = pair?.privateKey ?? new TextEncoder().encode(data.secret);
  return { kid: data.id, algorithm, key, registered: data };
}

/** Now, in the seconds that claims are in. */
export const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * Signs a token that is valid for fifty minutes, nearly the longest that one may be: none ends before its test does.
 * @param claims replace or add to the usual ones; undefined leaves one out
 * @param header likewise
 */
export async function signToken(
  { kid, algorithm, key }: Pick<Signer, 'kid' | 'algorithm' | 'key'>,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const now = nowSeconds();
  return await new SignJWT({ sub: 'ada', iat: now, exp: now + 3000, aud: 'loom', ...claims })
    .setProtectedHeader({ alg: algorithm, kid, ...header })
    .sign(key);
}

/** A client with a token of its own for a subject, and further claims. */
export async function directClient(
  client: ApiClient,
  signer: Signer,
  claims: Record<string, unknown> = {},
): Promise<ApiClient> {
  return client.with({ apiKey: await signToken(signer, claims) });
}

/** Whether a token is accepted. If not, it must be refused with the same message as any credential. */
export async function isTaken(baseUrl: string, token: string): Promise<boolean> {
  const answer = await new ApiClient(baseUrl, { apiKey: token }).get('/v1/loom/threads');
  if (answer.status === 200) return true;
  const unknown = await new ApiClient(baseUrl, { apiKey: 'sk_nobodys' }).get('/v1/loom/threads');
  for (const refusal of [answer, unknown]) {
    expect([refusal.status, refusal.error.code]).toEqual([401, 'unauthorized']);
    expect(refusal.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect(answer.body).toEqual(unknown.body);
  return false;
}
