import { createHmac, createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ApprovalError,
  type ApprovalOptions,
  fetchApprovals,
  type ReceivedRequest,
  verifyApproval,
  verifyToolApproval,
} from '#heddle-client/index.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import { body, claimsOf, sha256, signed, testKey } from './signed-approvals.ts';

const key = testKey('k1');
const options: ApprovalOptions = {
  jwks: { keys: [key.jwk] },
  audience: 'https://api.bank.example',
  workspace: 'w',
};
const url = '/payments?from=a';
const request = (approval: string, more: object = {}): ReceivedRequest => ({
  method: 'POST',
  url,
  headers: { 'service-approval': approval },
  body,
  ...more,
});
const now = () => Math.floor(Date.now() / 1000);

async function codeOf(verifying: Promise<unknown>): Promise<string> {
  try {
    await verifying;
    return 'verified';
  } catch (error) {
    if (error instanceof ApprovalError) return error.code;
    throw error;
  }
}
const verdict = async (of: ReceivedRequest, more: Partial<ApprovalOptions> = {}) =>
  await codeOf(verifyApproval(of, { ...options, ...more }));

describe('[clients.approvals] verifyApproval', () => {
  const approval = signed(key, claimsOf());

  it('gives what was signed, whichever way the request is given', async () => {
    const whole = `https://internal:8443${url}`;
    const headers = { 'Service-Approval': approval };
    for (const each of [
      request(approval),
      request(approval, { headers, body: Buffer.from(body) }),
      request(approval, { url: whole, headers: new Headers(headers) }),
      new Request(whole, { method: 'POST', headers, body }),
    ]) {
      expect(await verifyApproval(each, options)).toEqual({
        ...claimsOf({ iat: expect.any(Number), exp: expect.any(Number) }),
        workspace: 'w',
      });
    }
  });

  it.each<[string, ReceivedRequest]>([
    ['wrong_body', request(approval, { body: '{"amount":12.50}' })],
    ['wrong_body', request(approval, { body: undefined })],
    ['wrong_method', request(approval, { method: 'PUT' })],
    ['wrong_address', request(approval, { url: '/refunds?from=a' })],
    ['wrong_address', request(approval, { url: '/payments?from=b' })],
    ['wrong_address', request(approval, { url: '/payments' })],
    ['wrong_address', request(approval, { url: '/payments/?from=a' })],
    ['wrong_address', request(approval, { url: '/x/../payments?from=a' })],
    ['missing_approval', request(approval, { headers: {} })],
    ['missing_approval', request('')],
    ['duplicate_approval', request(`${approval}, ${approval}`)],
    ['duplicate_approval', request('', { headers: { 'service-approval': [approval, approval] } })],
    [
      'duplicate_approval',
      request('', { headers: { 'service-approval': approval, 'Service-Approval': approval } }),
    ],
    ['malformed_approval', request('a.b')],
    ['malformed_approval', request(`${approval}.x`)],
    ['malformed_approval', request(signed(key, claimsOf({ htu: undefined })))],
    ['malformed_approval', request(signed(key, claimsOf(), { crit: ['b64'] }))],
    ['body_unavailable', request(approval, { body: { amount: 12.5 } })],
    ['expired_approval', request(signed(key, claimsOf({ iat: now() - 400, exp: now() - 100 })))],
    ['early_approval', request(signed(key, claimsOf({ iat: now() + 100, exp: now() + 400 })))],
    ['wrong_audience', request(signed(key, claimsOf({ aud: 'https://api.bank.example:8443' })))],
    ['wrong_workspace', request(signed(key, claimsOf(), { workspace: 'other' }))],
    ['invalid_type', request(signed(key, claimsOf(), { typ: 'call-receipt+json' }))],
    ['invalid_type', request(signed(key, claimsOf(), { typ: undefined }))],
    ['unknown_key', request(signed(key, claimsOf(), { kid: 'k2' }))],
    ['invalid_signature', request(signed(testKey('k1'), claimsOf()))],
  ])('refuses with %s what is not what was signed', async (code, refused) => {
    expect(await verdict(refused)).toBe(code);
  });

  it('[clients.approvals.keys] refuses other algorithms, also those that need no private key', async () => {
    const [, claims] = approval.split('.');
    const unsigned = (alg: string) =>
      Buffer.from(JSON.stringify({ alg, kid: 'k1', typ: 'approval+jwt', workspace: 'w' })).toString(
        'base64url',
      );
    expect(await verdict(request(`${unsigned('none')}.${claims}.`))).toBe('malformed_approval');
    expect(await verdict(request(`${unsigned('none')}.${claims}.AA`))).toBe('invalid_algorithm');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.jwk.x }, format: 'jwk' });
    for (const secret of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      JSON.stringify(key.jwk),
      Buffer.from(key.jwk.x, 'base64url'),
    ]) {
      const text = `${unsigned('HS256')}.${claims}`;
      const mac = createHmac('sha256', secret).update(text).digest('base64url');
      expect(await verdict(request(`${text}.${mac}`))).toBe('invalid_algorithm');
    }
  });

  it('[clients.approvals.keys] refuses keys of the set that are for something else', async () => {
    for (const more of [
      { purpose: 'statements' },
      { use: 'enc' },
      { alg: 'ES256' },
      { kty: 'EC', crv: 'P-256' },
    ]) {
      const other = testKey('k2', more);
      const keys = { jwks: { keys: [key.jwk, other.jwk] } };
      expect(await verdict(request(signed(other, claimsOf())), keys)).toBe('wrong_key');
    }
    const plain = testKey('k3', { purpose: undefined, alg: undefined, use: undefined });
    expect(await verdict(request(signed(plain, claimsOf())), { jwks: { keys: [plain.jwk] } })).toBe(
      'verified',
    );
  });

  it('admits clocks that are a little apart, the issuer that is named, and one of several audiences', async () => {
    const early = request(signed(key, claimsOf({ iat: now() + 20, exp: now() + 320 })));
    const late = request(signed(key, claimsOf({ iat: now() - 320, exp: now() - 20 })));
    expect([await verdict(early), await verdict(late)]).toEqual(['verified', 'verified']);
    expect(await verdict(late, { leewaySeconds: 5 })).toBe('expired_approval');
    expect(await verdict(request(approval), { issuer: 'https://heddle.example/' })).toBe('verified');
    expect(await verdict(request(approval), { issuer: 'https://other.example' })).toBe('wrong_issuer');
    const audience = ['https://new.bank.example', 'https://api.bank.example/'];
    expect(await verdict(request(approval), { audience })).toBe('verified');
  });

  it('[clients.approvals.address] compares addresses as proxies may write them, below the prefix that a proxy removes', async () => {
    const of = (htu: string) => signed(key, claimsOf({ htu: `https://api.bank.example${htu}` }));
    const cases: [string, string, string | undefined, string][] = [
      ['/quotes/Zo%C3%AB~', '/quotes/Zo%c3%ab%7E', undefined, 'verified'],
      ['/a%2Fb', '/a/b', undefined, 'wrong_address'],
      ['/a?x=%26', '/a?x=&', undefined, 'wrong_address'],
      ['/', '', undefined, 'verified'],
      ['/', 'https://internal', undefined, 'verified'],
      ['/bank/payments', '/payments', '/bank', 'verified'],
      ['/bank/payments', '/payments', undefined, 'wrong_address'],
      ['/payments', '/payments', '/bank', 'wrong_address'],
    ];
    for (const [htu, target, prefix, expected] of cases) {
      expect([htu, target, await verdict(request(of(htu), { url: target }), { prefix })]).toEqual([
        htu,
        target,
        expected,
      ]);
    }
  });

  it('reads no body above the limit, and none of a request that is not signed', async () => {
    expect(await verdict(request(approval), { maxBytes: 5 })).toBe('body_too_large');
    let pulled = 0;
    const endless = (headers: Record<string, string>) =>
      new Request(`https://api.bank.example${url}`, {
        method: 'POST',
        headers,
        body: new ReadableStream({
          pull: (controller) => {
            pulled += 1;
            controller.enqueue(new Uint8Array(1024));
          },
        }),
        duplex: 'half',
      });
    expect(await verdict(endless({ 'service-approval': approval }), { maxBytes: 4096 })).toBe(
      'body_too_large',
    );
    const before = pulled;
    expect(await verdict(endless({}))).toBe('missing_approval');
    expect(pulled - before).toBeLessThan(3);
  });

  it.each([
    [{ audience: 'api.bank.example' }],
    [{ audience: 'https://api.bank.example/v1' }],
    [{ audience: [] }],
    [{ prefix: 'bank' }],
    [{ prefix: '/bank/' }],
    [{ jwks: 'keys.json' }],
  ])('names an option with which nothing could be verified: %j', async (wrong) => {
    // It is no error of the request, which has a code.
    await expect(verdict(request(approval), wrong)).rejects.toThrow(/^(?:audience|prefix|jwks) /);
  });
});

describe('[clients.approvals.rotation] keys at an address', () => {
  let published: object[] | undefined;
  let fetches = 0;
  let address = '';
  beforeEach(() => {
    // Each test has a set of its own: sets are kept by their address.
    address = `https://heddle.example/${crypto.randomUUID()}`;
    published = [key.jwk];
    fetches = 0;
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.stubGlobal('fetch', async () => {
      fetches += 1;
      return await Promise.resolve(
        published === undefined ? new Response('', { status: 500 }) : Response.json({ keys: published }),
      );
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const verify = async (by = key) => await verdict(request(signed(by, claimsOf())), { jwks: address });

  it('are fetched once for requests side by side, and kept for five minutes', async () => {
    expect(await Promise.all([verify(), verify(), verify()])).toEqual(Array(3).fill('verified'));
    later(200);
    expect([await verify(), fetches]).toEqual(['verified', 1]);
    later(200);
    expect([await verify(), fetches]).toEqual(['verified', 2]);
  });

  it('are fetched again for a new key, but not for each made-up one', async () => {
    await verify();
    const next = testKey('k2');
    later(11);
    published = [key.jwk, next.jwk];
    expect([await verify(next), fetches]).toEqual(['verified', 2]);
    for (let made = 0; made < 5; made += 1)
      expect(await verify(testKey(`made-up-${made}`))).toBe('unknown_key');
    expect(fetches).toBe(2);
    later(11);
    expect([await verify(testKey('made-up')), fetches]).toEqual(['unknown_key', 3]);
  });

  it('that were fetched within a day verify while the deployment does not answer', async () => {
    await verify();
    published = undefined;
    later(3600);
    expect([await verify(), await verify(testKey('k2'))]).toEqual(['verified', 'keys_unavailable']);
    later(24 * 3600);
    expect(await verify()).toBe('keys_unavailable');
    published = [key.jwk];
    later(11);
    expect(await verify()).toBe('verified');
  });
});

it('[clients.approvals.tools] verifyToolApproval verifies name and arguments of a call of a tool', async () => {
  const args = { b: 1e21, a: ['ö', { '10': 1, '9': null }], __proto__: undefined };
  const covered = canonicalJson({ name: 'pay', arguments: args });
  const _meta = { 'Service-Approval': signed(key, claimsOf({ body_sha256: sha256(covered) })) };
  const call = { name: 'pay', arguments: args, _meta };
  expect(await verifyToolApproval(call, options)).toMatchObject({ jti: 'call-1' });
  expect(await codeOf(verifyToolApproval({ ...call, name: 'refund' }, options))).toBe('wrong_body');
  expect(await codeOf(verifyToolApproval({ ...call, arguments: {} }, options))).toBe('wrong_body');
  expect(await codeOf(verifyToolApproval({ ...call, _meta: {} }, options))).toBe('missing_approval');
});

it('[clients.approvals.middleware] fetchApprovals calls a handler with a request that can still be read, and answers others', async () => {
  const handle = fetchApprovals(options, async (received, { sub }, more: string) =>
    Response.json({ body: await received.json(), sub, more }),
  );
  const send = async (approval: string) => {
    const headers = { 'service-approval': approval };
    const answer = await handle(
      new Request(`http://internal${url}`, { method: 'POST', headers, body }),
      'more',
    );
    return [answer.status, await answer.json()];
  };
  expect(await send(signed(key, claimsOf()))).toEqual([
    200,
    { body: { amount: 12.5 }, sub: 'customer-17', more: 'more' },
  ]);
  const message = 'another method was signed';
  expect(await send(signed(key, claimsOf({ htm: 'PUT' })))).toEqual([
    401,
    { error: { code: 'wrong_method', message } },
  ]);
  expect(() => fetchApprovals({ ...options, audience: '' }, () => Response.json({}))).toThrow(
    'audience must be',
  );
});
