import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { decisionFault } from '#contract/verify-decision.ts';
import { SessionClaims } from '#contract/session-token.ts';
import { checkReceipt } from '#heddle-client/receipts/check-receipt.ts';
import {
  ReceiptError,
  type SessionKey,
  type SessionTokenClaims,
  signSessionToken,
  signWebhook,
  verifyReceipt,
} from '#heddle-client/index.ts';
import { type ReceiptVector, vectors } from '../../support/clients/vectors.ts';

const titled = <Vector>(all: Vector[], title: (vector: Vector) => string) =>
  all.map((vector) => [title(vector), vector] as const);

it.each(
  titled(
    vectors.tokens,
    ({ key, claims }) =>
      `${key.algorithm} for ${claims.sub} (${'private_key' in key ? typeof key.private_key : 'secret'})`,
  ),
)(
  '[clients.session-tokens] signs a token with %s as the vectors have it, and the service takes it',
  async (_, vector) => {
    const { key, public_jwk, claims, at, expires_in, token } = vector;
    const signed = await signSessionToken(key, claims, {
      at: new Date(at * 1000),
      expiresInSeconds: expires_in,
    });
    // An ES256 signature is another one each time.
    const compared = (text: string) => (key.algorithm === 'ES256' ? text.replace(/[^.]*$/, '') : text);
    expect(compared(signed)).toBe(compared(token));
    const verifying =
      key.algorithm === 'HS256'
        ? new TextEncoder().encode(key.secret)
        : createPublicKey({ key: public_jwk ?? {}, format: 'jwk' });
    for (const each of [signed, token]) {
      const { payload, protectedHeader } = await jwtVerify(each, verifying, {
        algorithms: [key.algorithm],
        audience: 'loom',
        currentDate: new Date(at * 1000),
      });
      expect(protectedHeader).toEqual({ alg: key.algorithm, kid: key.id, typ: 'JWT' });
      expect(payload).toEqual({ ...claims, aud: 'loom', iat: at, exp: at + expires_in });
      expect(SessionClaims.safeParse(payload).success).toBe(true);
    }
  },
);

const key: SessionKey = { id: 'key', algorithm: 'HS256', secret: 'secret' };

const manyFacts = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`fact_${index}`, index]));

it.each<[string, Partial<SessionKey> & object, Partial<SessionTokenClaims>, number, RegExp]>([
  ['no subject', {}, { sub: '' }, 600, /^sub must have 1 to 255 characters$/],
  ['a long actor', {}, { actor: 'x'.repeat(256) }, 600, /^actor must have/],
  ['a blank subject', {}, { sub: ' \u200B' }, 600, /^sub must not be blank$/],
  ['a line break', {}, { sub: 'a\nb' }, 600, /^sub must not contain control characters/],
  [
    'a context of too many members',
    {},
    { context: manyFacts },
    600,
    /^context must have at most 32 members$/,
  ],
  ['a name that is none', {}, { context: { 'a b': 1 } }, 600, /^a name in context must start with a letter/],
  ['NaN', {}, { context: { limit: Number.NaN } }, 600, /^context.limit must be a number, true, false, or a/],
  ['a long text', {}, { context: { note: 'hunter2'.repeat(200) } }, 600, /^context.note must be/],
  ['an hour and a second', {}, {}, 3601, /^expiresInSeconds must be from 1 to 3600$/],
  ['no time', {}, {}, 0, /^expiresInSeconds/],
  ['no secret', { secret: '' }, {}, 600, /^the secret of the signing key is missing$/],
  ['no id', { id: undefined as unknown as string }, {}, 600, /^the key needs its id/],
  [
    'another algorithm',
    { algorithm: 'none' as 'HS256' },
    {},
    600,
    /^the key needs its id, and its algorithm/,
  ],
  [
    'a key of another kind',
    { algorithm: 'EdDSA', private_key: { kty: 'RSA', d: 'hunter2' } },
    {},
    600,
    /^the private key is none for EdDSA/,
  ],
  ['no PEM', { algorithm: 'ES256', private_key: 'hunter2' }, {}, 600, /^the private key is none for ES256/],
])(
  '[clients.session-tokens] refuses %s in words, without showing the key',
  async (_, of, claims, seconds, message) => {
    const given = { ...key, ...of } as SessionKey;
    const signing = signSessionToken(given, { sub: 'ada', ...claims }, { expiresInSeconds: seconds });
    await expect(signing).rejects.toThrow(message);
    await expect(signing).rejects.not.toThrow('hunter2');
  },
);

/** The result of a verification, as vectors have it. */
async function resultOf({ jws, jwks, passkeys }: ReceiptVector): Promise<ReceiptVector['expected']> {
  try {
    const { service, signatures } = await verifyReceipt(jws, { jwks, passkeys });
    return {
      service,
      results: signatures.map(({ result }) => result),
      origins: signatures.map(({ origin }) => origin ?? ''),
    };
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error;
    const faults = error.signatures.flatMap(({ fault }) => fault ?? []);
    return { code: error.code, ...(faults.length === 0 ? {} : { faults }) };
  }
}

it('[clients.session-tokens] counts characters as the service does, so that 255 emoji are a name', async () => {
  const claims = { sub: '\u{1F916}'.repeat(255), context: { note: '\u{1F916}'.repeat(1000) } };
  const [, body = ''] = (await signSessionToken(key, claims)).split('.');
  const payload: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  expect(SessionClaims.parse(payload)).toMatchObject(claims);
});

it.each(titled(vectors.receipts, ({ name }) => name))(
  '[clients.receipts] a receipt %s has the result of the vectors',
  async (_, vector) => {
    expect(await resultOf(vector)).toEqual(vector.expected);
  },
);

it('[clients.receipts] the service finds the same faults in their signatures', async () => {
  for (const { name, jws, jwks, passkeys, expected } of vectors.receipts) {
    if ('code' in expected && expected.code !== 'passkey_failed') continue;
    const { receipt, passkeys: found } = await checkReceipt(jws, { jwks, trusted: passkeys });
    const faults = (receipt.passkeys ?? []).map(async (signature, index) => {
      const { decision = '', actor } = receipt.decisions.find(({ via }) => via === 'passkey') ?? {};
      const decided = { decision, actor, digest: receipt.digest ?? '', workspace_id: receipt.workspace };
      const own = found[index]?.fault;
      const byService = await decisionFault({
        ...decided,
        signature,
      });
      // Which decision a signature belongs to, the service knows before.
      return [name, own === 'not_decided' ? 'not_decided' : byService, own];
    });
    for (const [title, byService, own] of await Promise.all(faults)) {
      expect([title, byService]).toEqual([title, own]);
    }
  }
});

it('[clients.receipts] keys that cannot be fetched are another error than a wrong signature', async () => {
  const jws = vectors.receipts[0]?.jws ?? '';
  const verifying = verifyReceipt(jws, { jwks: 'http://127.0.0.1:9/jwks.json' });
  await expect(verifying).rejects.toMatchObject({ name: 'ReceiptError', code: 'keys_unavailable' });
});

it.each(titled(vectors.webhooks, ({ id }) => id))(
  '[clients.webhooks] the delivery %s is signed as the vectors have it',
  async (_, { body, secret, id, at, headers }) => {
    expect(await signWebhook(body, secret, { id, at: new Date(at * 1000) })).toEqual(headers);
  },
);
