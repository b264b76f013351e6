import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key pair that signs approvals in tests, and its public half as in a JWKS. */
export interface TestKey {
  privateKey: KeyObject;
  jwk: Record<string, unknown> & { kid: string; x: string };
}

export function testKey(kid: string, more: object = {}): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, jwk: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig', purpose: 'approvals', ...more } };
}

const base64url = (text: string) => Buffer.from(text).toString('base64url');
export const sha256 = (body: string | Buffer) => createHash('sha256').update(body).digest('base64url');

/** A compact JWS of a header and claims, signed as Heddle signs. */
export function signed(key: TestKey, claims: object, header: object = {}): string {
  const head = { alg: 'EdDSA', kid: key.jwk.kid, typ: 'approval+jwt', workspace: 'w', ...header };
  const text = `${base64url(JSON.stringify(head))}.${base64url(JSON.stringify(claims))}`;
  return `${text}.${sign(null, Buffer.from(text), key.privateKey).toString('base64url')}`;
}

export const body = '{"amount":12.5}';

/** The claims of a payment that is sent now. */
export function claimsOf(more: object = {}): Record<string, unknown> {
  const iat = Math.floor(Date.now() / 1000);
  return {
    iss: 'https://heddle.example',
    aud: 'https://api.bank.example',
    iat,
    exp: iat + 300,
    jti: 'call-1',
    run: 'run-1',
    sub: 'customer-17',
    agent: 'agent-1',
    patch: 'pay@1',
    htm: 'POST',
    htu: 'https://api.bank.example/payments?from=a',
    body_sha256: sha256(body),
    approvals: [{ actor: 'mo', via: 'passkey', at: '2026-11-29T12:00:00Z' }],
    ...more,
  };
}
