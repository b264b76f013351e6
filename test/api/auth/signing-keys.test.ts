import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import type { CreatedSigningKey, SigningKey } from '#contract/signing-key.ts';
import { newSigningKeyId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { nowSeconds, registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let client: ApiClient;
beforeAll(async () => {
  ({ client } = await service.workspace());
});

const path = '/v1/signing-keys';
const register = async (body: unknown, by = client) => await by.post<CreatedSigningKey>(path, body);

async function pair(algorithm: string, options: object = {}): Promise<{ public_jwk: JWK; private_jwk: JWK }> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true, ...options });
  return { public_jwk: await exportJWK(publicKey), private_jwk: await exportJWK(privateKey) };
}

it.each(['EdDSA', 'ES256', 'RS256'])(
  '[signing-key.register-public] a public key for %s is registered, and shown as it is',
  async (algorithm) => {
    const { public_jwk } = await pair(algorithm);
    const { status, data } = await register({ algorithm, public_jwk, name: ' Mobile app ' });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{24}$/),
      algorithm,
      public_jwk,
      name: 'Mobile app',
      created_at: expect.any(String),
    });
    expect((await client.get<SigningKey>(`${path}/${data.id}`)).data).toEqual(data);
  },
);

it('[signing-key.register-public] what else a JWK says is not kept', async () => {
  const { public_jwk } = await pair('ES256');
  const labelled = { ...public_jwk, alg: 'ES256', use: 'sig', kid: 'mine', key_ops: ['verify'], ext: true };
  const { status, data } = await register({ algorithm: 'ES256', public_jwk: labelled });
  expect([status, data.public_jwk]).toEqual([201, public_jwk]);
});

it('[signing-key.register-secret] a secret is made, and shown in that response only', async () => {
  const { status, data } = await register({ algorithm: 'HS256' });
  expect([status, data]).toEqual([
    201,
    {
      id: expect.stringMatching(/^key_[0-9A-Za-z]{24}$/),
      algorithm: 'HS256',
      secret: expect.stringMatching(/^[\w-]{43}$/),
      created_at: expect.any(String),
    },
  ]);
  const { secret, ...shown } = data;
  expect((await client.get(`${path}/${data.id}`)).data).toEqual(shown);
  const pages = await walk<SigningKey>(client, path);
  expect(JSON.stringify(pages.map(({ body }) => body))).not.toContain(secret);
  expect((await register({ algorithm: 'HS256' })).data.secret).not.toBe(secret);
});

type Refusal = [name: string, body: () => unknown, path: string];
const jwk = async (algorithm: string, more: object = {}) => ({
  algorithm,
  public_jwk: { ...(await pair(algorithm)).public_jwk, ...more },
});
const refusals: Refusal[] = [
  ['no algorithm', () => ({}), 'algorithm'],
  ['the algorithm none', () => ({ algorithm: 'none' }), 'algorithm'],
  ['an algorithm that is not taken', () => jwk('ES384'), 'algorithm'],
  ['no public key', () => ({ algorithm: 'ES256' }), 'public_jwk'],
  ['a public key beside HS256', async () => ({ ...(await jwk('ES256')), algorithm: 'HS256' }), 'public_jwk'],
  ['a secret of the caller', () => ({ algorithm: 'HS256', secret: 'x'.repeat(43) }), 'secret'],
  ['a misspelt field', async () => ({ ...(await jwk('ES256')), nmae: 'x' }), 'nmae'],
  ['an empty name', () => ({ algorithm: 'HS256', name: ' ' }), 'name'],
  ['an RSA key for ES256', async () => ({ ...(await jwk('RS256')), algorithm: 'ES256' }), 'public_jwk.kty'],
  ['another curve', async () => ({ ...(await jwk('ES384')), algorithm: 'ES256' }), 'public_jwk.crv'],
  ['an EC key for EdDSA', async () => ({ ...(await jwk('ES256')), algorithm: 'EdDSA' }), 'public_jwk.kty'],
  ['another alg in the JWK', () => jwk('RS256', { alg: 'PS256' }), 'public_jwk.alg'],
  ['a key to encrypt with', () => jwk('RS256', { use: 'enc' }), 'public_jwk.use'],
  ['a point off its curve', () => jwk('ES256', { y: 'A'.repeat(43) }), 'public_jwk'],
  ['half a coordinate', () => jwk('EdDSA', { x: 'A'.repeat(20) }), 'public_jwk.x'],
  ['an RSA key of 1,024 bits', () => rsa(1024), 'public_jwk'],
  ['an RSA key of 1,024 bits behind zeros', () => rsa(1024, 'A'.repeat(172)), 'public_jwk'],
  ['an RSA key of 16,384 bits', () => jwk('RS256', { n: 'x'.repeat(2731) }), 'public_jwk.n'],
  ['an RSA key with an odd exponent', () => jwk('RS256', { e: 'AQ' }), 'public_jwk.e'],
  [
    'a secret as JWK',
    () => ({ algorithm: 'ES256', public_jwk: { kty: 'oct', k: 'AAAA' } }),
    'public_jwk.kty',
  ],
  ['text', () => ({ algorithm: 'ES256', public_jwk: '-----BEGIN PUBLIC KEY-----' }), 'public_jwk'],
];

async function rsa(bits: number, zeros = ''): Promise<unknown> {
  const { publicKey } = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: bits,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['sign', 'verify'],
  );
  const { n = '', e } = await crypto.subtle.exportKey('jwk', publicKey);
  return { algorithm: 'RS256', public_jwk: { kty: 'RSA', n: `${zeros}${n}`, e } };
}

it.each(refusals)('[signing-key.register-public] %s is refused', async (_, body, field) => {
  const answer = await register(await body());
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect((answer.error.details as { path: string }[]).map((detail) => detail.path)).toContain(field);
});

it.each(['EdDSA', 'ES256', 'RS256'])(
  '[signing-key.register-public] the private half of a key for %s is refused, and not repeated',
  async (algorithm) => {
    const { private_jwk } = await pair(algorithm);
    const answer = await register({ algorithm, public_jwk: private_jwk });
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toContainEqual(expect.objectContaining({ path: 'public_jwk.d' }));
    expect(JSON.stringify(answer.body)).not.toContain(private_jwk.d);
  },
);

it('[signing-key.list-and-delete] keys are listed newest first, and one is deleted once', async () => {
  const { client: by } = await service.workspace();
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three'])
    ids.unshift((await register({ algorithm: 'HS256', name }, by)).data.id);
  const pages = await walk<SigningKey>(by, `${path}?limit=2`);
  expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);

  const [newest] = ids;
  expect((await by.send('DELETE', `${path}/${newest}`)).data).toEqual({ id: newest });
  expect(verdict(await by.send('DELETE', `${path}/${newest}`))).toEqual([404, 'not_found']);
  expect(verdict(await by.get(`${path}/${newest}`))).toEqual([404, 'not_found']);
  expect((await by.get<SigningKey[]>(path)).data.map(({ id }) => id)).toEqual(ids.slice(1));
});

it('[signing-key.list-and-delete] a key of another workspace is 404, like one that does not exist', async () => {
  const { data: theirs } = await register({ algorithm: 'HS256' }, (await service.workspace()).client);
  for (const id of [theirs.id, newSigningKeyId(), 'key_1', 'KEY_000000000000000000000000']) {
    expect(verdict(await client.get(`${path}/${id}`))).toEqual([404, 'not_found']);
    expect(verdict(await client.send('DELETE', `${path}/${id}`))).toEqual([404, 'not_found']);
  }
});

it('a key of another workspace is of no use, even when it is registered twice', async () => {
  const [one, other] = [await service.workspace(), await service.workspace()];
  const signer = await registerSigner(one.client, 'ES256');
  const twin = await register({ algorithm: 'ES256', public_jwk: signer.registered.public_jwk }, other.client);
  expect(twin.status).toBe(201);
  const threads = async (kid: string) =>
    await one.client
      .with({ apiKey: await signToken({ ...signer, kid }, { exp: nowSeconds() + 60 }) })
      .get('/v1/loom/threads');
  // The kid alone says whose subjects the token is about.
  expect(verdict(await threads(twin.data.id))).toEqual([200]);
  await other.client.send('DELETE', `${path}/${twin.data.id}`);
  expect(verdict(await threads(signer.kid))).toEqual([200]);
});
