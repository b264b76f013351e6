import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type CryptoKey } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { newSigningKeyId } from '#store/mongo/ids.ts';
import { isTaken, nowSeconds, registerSigner, type Signer, signToken } from '../../support/session-tokens.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let signer: Signer;
let rsa: Signer;
let edwards: Signer;
/** Has a secret: what no library would sign can be signed with it. */
let shared: Signer;
let foreign: Signer;
beforeAll(async () => {
  const { client } = await service.workspace();
  signer = await registerSigner(client, 'ES256');
  rsa = await registerSigner(client, 'RS256');
  edwards = await registerSigner(client, 'EdDSA');
  shared = await registerSigner(client, 'HS256');
  foreign = await registerSigner((await service.workspace()).client, 'ES256');
});

const taken = async (token: string) => await isTaken(service.baseUrl, token);

const claims = () => ({ sub: 'ada', iat: nowSeconds(), exp: nowSeconds() + 300, aud: 'loom' });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const withHmac = (header: object, payload: string, secret: string) => {
  const signed = `${encode(header)}.${Buffer.from(payload).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
/** A token with a good signature, whatever it says. */
const odd = ({ header = {}, payload = JSON.stringify(claims()) }: { header?: object; payload?: string }) =>
  withHmac({ alg: 'HS256', kid: shared.kid, ...header }, payload, shared.registered.secret ?? '');
/** A token with a part replaced under its signature. */
const tampered = async (part: 0 | 1 | 2, text: string) =>
  (await signToken(signer)).split('.').with(part, text).join('.');

async function publicPem(): Promise<string> {
  const key = await importJWK(rsa.registered.public_jwk ?? {}, 'RS256', { extractable: true });
  return await exportSPKI(key as CryptoKey);
}

async function withPss(): Promise<string> {
  const key = await importJWK(await exportJWK(rsa.key), 'PS256');
  return await signToken({ ...rsa, key }, {}, { alg: 'PS256' });
}

async function withItsOwnKey(): Promise<string> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  return await signToken({ ...signer, key: pair.privateKey }, {}, { jwk, jku: 'https://keys.example' });
}

type Case = [name: string, token: () => Promise<string> | string];

it('a token that is put together by hand is as good as any, when it is right', async () => {
  expect(await taken(odd({}))).toBe(true);
});

it.each<Case>([
  ['no kid', () => signToken(signer, {}, { kid: undefined })],
  ['a kid that nobody has', () => signToken(signer, {}, { kid: newSigningKeyId() })],
  ['a kid that is not text', () => odd({ header: { kid: { $ne: null } } })],
  ['the kid of another key', () => signToken({ ...signer, kid: foreign.kid })],
  ['a key of another workspace', () => signToken({ ...foreign, kid: signer.kid })],
  ['alg none and no signature', () => `${encode({ alg: 'none', kid: shared.kid })}.${encode(claims())}.`],
  ['alg none and a signature', () => odd({ header: { alg: 'none' } })],
  ['alg NONE', () => odd({ header: { alg: 'NONE' } })],
  ['no alg', () => odd({ header: { alg: undefined } })],
  ['another name of its alg', () => signToken(edwards, {}, { alg: 'Ed25519' })],
  ['an alg that is not text', () => odd({ header: { alg: ['HS256'] } })],
  ['PS256, signed with an RS256 key', withPss],
  [
    'HS256, signed with the public key in PEM',
    async () => withHmac({ alg: 'HS256', kid: rsa.kid }, JSON.stringify(claims()), await publicPem()),
  ],
  [
    'HS256, signed with the public key as JWK',
    () =>
      withHmac(
        { alg: 'HS256', kid: rsa.kid },
        JSON.stringify(claims()),
        JSON.stringify(rsa.registered.public_jwk),
      ),
  ],
  ['ES256, and the kid of an RS256 key', () => signToken({ ...signer, kid: rsa.kid })],
  ['RS256, and the kid of a secret', () => signToken({ ...rsa, kid: shared.kid })],
  [
    'a signature of a key of the same kind',
    async () => await signToken({ ...signer, key: (await generateKeyPair('ES256')).privateKey }),
  ],
  ['a signature of a key that it brings with it', withItsOwnKey],
  ['a signature of other claims', () => tampered(1, encode({ ...claims(), sub: 'bob' }))],
  ['a signature of another header', () => tampered(0, encode({ alg: 'ES256', kid: signer.kid, typ: 'JWT' }))],
  ['a signature that is missing', () => tampered(2, '')],
  ['a signature that is half there', async () => (await signToken(signer)).slice(0, -43)],
  ['a signature of zeros', () => tampered(2, 'A'.repeat(86))],
])(
  '[auth.token.kid] [auth.token.algorithm-pinned] [auth.token.bad-signature] [auth.token.one-message] a token with %s is refused',
  async (_, token) => {
    expect(await taken(await token())).toBe(false);
  },
);

it.each<[string, () => Promise<string> | string]>([
  ['a critical extension that is known to libraries', () => odd({ header: { crit: ['b64'], b64: true } })],
  ['a critical extension that nobody knows', () => odd({ header: { crit: ['x'], x: 1 } })],
  ['a header that is no JSON', () => tampered(0, 'AAAA')],
  ['a header that is no object', () => tampered(0, encode(['ES256']))],
  ['claims that are no JSON', () => odd({ payload: 'ada' })],
  ['claims that are no object', () => odd({ payload: '["ada"]' })],
  ['three segments of nothing', () => 'a.b.c'],
])('[auth.token.one-message] a token with %s is refused', async (_, token) => {
  expect(await taken(await token())).toBe(false);
});

it('[auth.token.kid] what a token says of keys besides is not looked at', async () => {
  const header = { typ: 'JWT', jku: 'https://keys.example', x5u: 'https://keys.example', x5c: ['MIIB'] };
  expect(await taken(await signToken(signer, {}, header))).toBe(true);
});
