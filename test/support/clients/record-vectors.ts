import { createHash, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Statements } from '#adapters/statements/statements.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import { statementText } from '#contract/decision-statement.ts';
import { challengeOf, thumbprintOf } from '#contract/verify-signature.ts';
import { signSessionToken, signWebhook } from '#heddle-client/index.ts';
import { type Deviation, SoftwareAuthenticator } from '#tools/dev/software-authenticator.ts';
import type { ReceiptVector, TokenVector, Vectors } from './vectors.ts';

/**
 * Records the vectors by which the clients of all languages are compared: `node test/support/clients/record-vectors.ts`. Receipts are
 * signed as the service and passkeys sign; expectations are written by hand.
 */
const workspace = '01a1f3a0-0000-7000-8000-000000000001';
const service = new Statements([{ key: Buffer.alloc(32, 7) }]);
const other = new Statements([{ key: Buffer.alloc(32, 8) }]);
const origin = 'https://console.bank.example';
const held = {
  args: { amount: 12.5, currency: 'EUR', iban: 'DE89370400440532013000', to: 'Zoë \u{1F916}' },
  connection: { configuration: 'A'.repeat(43), id: '01a1f3a0-0000-7000-8000-000000000009', name: 'bank' },
  patch_ref: 'send_payment@1',
  payment: {
    account: { iban: 'DE89370400440532013000', rail: 'iban', result: 'identified', valid: true },
    amount: '12.5',
    currency: 'EUR',
    institution_id: 'de_bic_cobadeff',
  },
  policy: { policy: 'payments@1', rule: 'large' },
  tool_call_id: '01a1f3a0-0000-7000-8000-000000000003',
};
const document = canonicalJson(held);
const digestOf = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
const digest = digestOf(document);

interface Signing {
  algorithm?: -7 | -8 | -257;
  statement?: object;
  deviation?: Deviation;
  signature?: object;
}

/** A signature of Eve's on the receipt. */
async function signature({ algorithm = -7, statement = {}, deviation, signature: more = {} }: Signing = {}) {
  const key = new SoftwareAuthenticator(origin, algorithm);
  const stated = {
    challenge_id: 'A'.repeat(43),
    workspace_id: workspace,
    actor: 'Eve@Bank.example',
    decision: 'approve' as const,
    digests: [digest],
    expires_at: '2026-11-29T12:05:00.000Z',
    ...statement,
  };
  const challenge = await challengeOf(statementText(stated));
  const { userHandle: _, ...response } = key.sign({ challenge, rpId: 'bank.example' }, deviation)
    .response as Record<string, string>;
  return {
    passkey_id: '01a1f3a0-0000-7000-8000-0000000000aa',
    actor: 'eve@bank.example',
    thumbprint: await thumbprintOf(key.publicJwk),
    public_key: key.publicJwk,
    assertion: { id: key.id, rawId: key.id, type: 'public-key', response },
    statement: stated,
    ...more,
  };
}

const decision = {
  actor: 'eve@bank.example',
  via: 'passkey',
  decision: 'approve',
  at: '2026-11-29T12:00:00.000Z',
  passkey_id: '01a1f3a0-0000-7000-8000-0000000000aa',
  digest,
};

async function receipt(more: object = {}, signing: Signing = {}): Promise<Record<string, unknown>> {
  return {
    workspace,
    run_id: '01a1f3a0-0000-7000-8000-000000000002',
    tool_call_id: '01a1f3a0-0000-7000-8000-000000000003',
    agent_id: 'agent_01a1f3a0000070008000000000000004',
    patch_ref: 'send_payment@1',
    decisions: [decision],
    document,
    digest,
    passkeys: [await signature(signing)],
    completed_at: '2026-11-29T12:00:02.000Z',
    audit: { seq: 5, hash: '0'.repeat(64) },
    ...more,
  };
}

const signed = (content: object, by = service) => by.sign('call-receipt+json', content);
const { jwks } = service;
const good = await receipt();
const thumbprints = (good['passkeys'] as { thumbprint: string }[]).map(({ thumbprint }) => thumbprint);
const rsa = await receipt({}, { algorithm: -257 });
const ed25519 = await receipt({}, { algorithm: -8 });
const headOf = (jws: string) => jws.split('.')[0] ?? '';
const tampered = (jws: string) => {
  const [head = '', body = '', end = ''] = jws.split('.');
  const changed = Buffer.from(body, 'base64url').toString().replace('send_payment@1', 'send_payment@2');
  return `${head}.${Buffer.from(changed).toString('base64url')}.${end}`;
};
const failed = async (fault: string, signing: Signing, more: object = {}): Promise<ReceiptVector> => ({
  name: `a signature with the fault ${fault}`,
  jws: signed(await receipt(more, signing)),
  jwks,
  expected: { code: 'passkey_failed', faults: [fault] },
});
const verified = (result: string, by: string) => ({ service: by, results: [result], origins: [origin] });

const receipts: ReceiptVector[] = [
  {
    name: 'with everything',
    jws: signed(good),
    jwks,
    passkeys: thumbprints,
    expected: verified('verified', 'verified'),
  },
  {
    name: 'without the keys of the service',
    jws: signed(good),
    passkeys: thumbprints,
    expected: verified('verified', 'not_checked'),
  },
  {
    name: 'without thumbprints',
    jws: signed(good),
    jwks,
    expected: verified('key_not_confirmed', 'verified'),
  },
  { name: 'of an RSA key', jws: signed(rsa), jwks, expected: verified('key_not_confirmed', 'verified') },
  {
    name: 'of an Ed25519 key',
    jws: signed(ed25519),
    jwks,
    expected: verified('key_not_confirmed', 'verified'),
  },
  {
    name: 'without passkeys',
    jws: signed(
      await receipt({
        decisions: [{ ...decision, via: 'token', passkey_id: undefined }],
        passkeys: undefined,
      }),
    ),
    jwks,
    expected: { service: 'verified', results: [], origins: [] },
  },
  {
    name: 'of an actor who is written otherwise',
    jws: signed(await receipt({}, { statement: { actor: 'EVE@bank.example\u200B' } })),
    jwks,
    expected: verified('key_not_confirmed', 'verified'),
  },
  { name: 'that is none', jws: 'a.b.c', jwks, expected: { code: 'malformed_receipt' } },
  { name: 'that is empty', jws: '', jwks, expected: { code: 'malformed_receipt' } },
  {
    name: 'of another type',
    jws: service.sign('audit-head+json', good),
    jwks,
    expected: { code: 'service_signature' },
  },
  {
    name: 'without a member',
    jws: signed({ ...good, decisions: undefined }),
    jwks,
    expected: { code: 'malformed_receipt' },
  },
  { name: 'of another service', jws: signed(good, other), jwks, expected: { code: 'service_signature' } },
  { name: 'that was changed', jws: tampered(signed(good)), jwks, expected: { code: 'service_signature' } },
  {
    name: 'signed by a key for approvals',
    jws: `${headOf(service.sign('approval+jwt', good))}.${signed(good).split('.').slice(1).join('.')}`,
    jwks,
    expected: { code: 'service_signature' },
  },
  {
    name: 'with another document',
    jws: signed({ ...good, document: `${document} ` }),
    jwks,
    expected: { code: 'document_changed' },
  },
  {
    name: 'with another amount of its payment',
    jws: signed({
      ...good,
      document: canonicalJson({ ...held, payment: { ...held.payment, amount: '1250' } }),
    }),
    jwks,
    expected: { code: 'document_changed' },
  },
  {
    name: 'without a signature',
    jws: signed({ ...good, passkeys: [] }),
    jwks,
    expected: { code: 'signature_missing' },
  },
  {
    name: 'of a key that is not trusted',
    jws: signed(good),
    jwks,
    passkeys: ['other'],
    expected: { code: 'key_not_trusted' },
  },
  await failed('other_workspace', { statement: { workspace_id: '01a1f3a0-0000-7000-8000-0000000000ff' } }),
  await failed('other_decision', { statement: { decision: 'reject' } }),
  await failed('other_actor', { statement: { actor: 'mallory' } }),
  await failed('other_call', { statement: { digests: [digestOf('{}')] } }),
  await failed('other_key', { signature: { thumbprint: 'A'.repeat(43) } }),
  await failed('other_challenge', { deviation: { challenge: 'A'.repeat(43) } }),
  await failed('not_an_assertion', { deviation: { type: 'webauthn.create' } }),
  await failed('user_not_verified', { deviation: { userVerified: false } }),
  await failed('not_decided', {}, { decisions: [{ ...decision, via: 'token' }] }),
  await failed('signature_invalid', { deviation: { origin: 'https://evil.example' } }),
];
// The page that is shown is another one than was signed.
const last = receipts.at(-1);
if (last !== undefined) {
  const content = JSON.parse(Buffer.from(last.jws.split('.')[1] ?? '', 'base64url').toString()) as {
    passkeys: { assertion: { response: { clientDataJSON: string } } }[];
  };
  for (const { assertion } of content.passkeys) {
    const said = Buffer.from(assertion.response.clientDataJSON, 'base64url').toString();
    assertion.response.clientDataJSON = Buffer.from(said.replace('evil.example', 'bank.example')).toString(
      'base64url',
    );
  }
  last.jws = signed(content);
}

const keys = {
  EdDSA: generateKeyPairSync('ed25519'),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const claims: TokenVector['claims'][] = [
  { sub: 'customer-17' },
  {
    sub: 'Zoë \u{1F916}',
    actor: 'mia@bank.example',
    connection: 'c',
    agent_id: 'agent_1',
    context: { account: 'DE89 \u{1F916}', plan: 3, limit: 12.5, trial: false },
    trace: 'full',
    request_jti: 'j',
  },
];
const at = 1_795_953_600;
const tokens: TokenVector[] = [];
for (const each of claims) {
  const secret = { id: 'key_hs', algorithm: 'HS256', secret: 'sk_ß-secret' } as const;
  const options = { at: new Date(at * 1000), expiresInSeconds: 900 };
  tokens.push({
    key: secret,
    claims: each,
    at,
    expires_in: 900,
    token: await signSessionToken(secret, each, options),
  });
  for (const [algorithm, pair] of Object.entries(keys)) {
    const forms = [
      pair.privateKey.export({ format: 'jwk' }) as Record<string, unknown>,
      String(pair.privateKey.export({ format: 'pem', type: 'pkcs8' })),
    ];
    for (const private_key of forms) {
      const key = { id: `key_${algorithm}`, algorithm: algorithm as keyof typeof keys, private_key };
      const public_jwk = pair.publicKey.export({ format: 'jwk' }) as Record<string, unknown>;
      const token = await signSessionToken(key, each, options);
      tokens.push({ key, public_jwk, claims: each, at, expires_in: 900, token });
    }
  }
}

const body = '{"id":"event_1","type":"run.completed","text":"Zoë \u2028"}';
const secret = `whsec_${Buffer.from('0123456789abcdef').toString('base64')}`;
const headers = await signWebhook(body, secret, { id: 'msg_1', at: new Date(at * 1000) });
const vectors: Vectors = { tokens, receipts, webhooks: [{ body, secret, id: 'msg_1', at, headers }] };
await writeFile(join(import.meta.dirname, 'vectors.json'), `${JSON.stringify(vectors, undefined, 1)}\n`);
