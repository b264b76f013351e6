import { createHmac } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTaken, nowSeconds, registerSigner, type Signer, signToken } from '../../support/session-tokens.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let signer: Signer;
beforeAll(async () => {
  signer = await registerSigner((await service.workspace()).client, 'HS256');
});

// Some tokens are a few seconds from being good, or bad: it is the same moment when they are signed and when they are read.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const takenWith = async (claims: Record<string, unknown>) =>
  await isTaken(service.baseUrl, await signToken(signer, claims));
/** Claims are made when they are sent: they tell the time. */
type Case = [name: string, claims: (now: number) => Record<string, unknown>];

it('a token with the claims that are required is taken, until the test spoils one', async () => {
  expect(await takenWith({})).toBe(true);
});

it.each<Case>([
  ['no sub', () => ({ sub: undefined })],
  ['an empty sub', () => ({ sub: '' })],
  ['a sub of 256 characters', () => ({ sub: 'x'.repeat(256) })],
  ['a sub that is a number', () => ({ sub: 1 })],
  ['half a character in its sub, which would be stored as another', () => ({ sub: 'a\ud800' })],
  ['NUL in its sub', () => ({ sub: 'a\0' })],
  ['a blank sub', () => ({ sub: ' \u3000' })],
  ['a line break in its sub', () => ({ sub: 'ada\nx-amount: 82000' })],
  ['a blank actor', () => ({ actor: '\t' })],
  ['a line break in its actor', () => ({ actor: 'mia\u2028' })],
  ['an empty actor', () => ({ actor: '' })],
  ['an actor of 256 characters', () => ({ actor: 'x'.repeat(256) })],
  ['an actor that is a number', () => ({ actor: 1 })],
  ['half a character in its actor', () => ({ actor: 'a\ud800' })],
  ['NUL in its actor', () => ({ actor: 'a\0' })],
  ['no exp', () => ({ exp: undefined })],
  ['an exp that is text', (now) => ({ exp: String(now + 300) })],
  ['an exp that is past', (now) => ({ iat: now - 3000, exp: now - 60 })],
  ['no iat', () => ({ iat: undefined })],
  ['an iat that is text', () => ({ iat: 'now' })],
  ['a life of 3,601 seconds', (now) => ({ iat: now, exp: now + 3601 })],
  // Within the tolerance for clocks, both are valid by themselves.
  ['an exp before its iat', (now) => ({ iat: now + 20, exp: now + 10 })],
  ['an iat a year ago', (now) => ({ iat: now - 31_536_000 })],
  ['no aud', () => ({ aud: undefined })],
  ['the aud of another service', () => ({ aud: 'shop' })],
  ['an empty list of audiences', () => ({ aud: [] })],
  ['an aud in capitals', () => ({ aud: 'Loom' })],
  ['an iat that is to come', (now) => ({ iat: now + 600, exp: now + 900 })],
  ['an nbf that is to come', (now) => ({ nbf: now + 60 })],
  ['an nbf that is text', () => ({ nbf: 'now' })],
  ['a connection that is not text', () => ({ connection: 1 })],
  ['an agent_id that is not text', () => ({ agent_id: ['agent_1'] })],
])(
  '[auth.token.sub] [auth.token.actor] [auth.token.expiry] [auth.token.lifetime] [auth.token.audience] [auth.token.not-before] [auth.token.one-message] a token with %s is refused',
  async (_, claims) => {
    expect(await takenWith(claims(nowSeconds()))).toBe(false);
  },
);

it.each([
  ['exp', (now: number) => `{"sub":"ada","aud":"loom","iat":${now},"exp":1e400}`],
  ['iat and exp', () => '{"sub":"ada","aud":"loom","iat":-1e400,"exp":1e400}'],
])('[auth.token.lifetime] a token with infinity as %s is refused', async (_, payload) => {
  const header = JSON.stringify({ alg: 'HS256', kid: signer.kid });
  const signed = [header, payload(nowSeconds())]
    .map((text) => Buffer.from(text).toString('base64url'))
    .join('.');
  const signature = createHmac('sha256', signer.registered.secret ?? '')
    .update(signed)
    .digest('base64url');
  expect(await isTaken(service.baseUrl, `${signed}.${signature}`)).toBe(false);
});

it.each([
  ['a sub of 255 characters', { sub: 'é'.repeat(255) }],
  ['an actor of 255 characters', { actor: '🧵'.repeat(255) }],
  ['several audiences, one of which is loom', { aud: ['shop', 'loom'] }],
])(
  '[auth.token.sub] [auth.token.actor] [auth.token.audience] a token with %s is taken',
  async (_, claims) => {
    expect(await takenWith(claims)).toBe(true);
  },
);

describe('[auth.token.clock-tolerance] clocks may be 30 seconds apart', () => {
  it('[auth.token.not-before] a backend whose clock is 25 seconds fast is trusted, one of 35 seconds not', async () => {
    const issued = async (ahead: number) => {
      const now = nowSeconds() + ahead;
      return await takenWith({ iat: now, nbf: now, exp: now + 300 });
    };
    expect([await issued(25), await issued(35)]).toEqual([true, false]);
    const beginning = async (ahead: number) => await takenWith({ nbf: nowSeconds() + ahead });
    expect([await beginning(25), await beginning(35)]).toEqual([true, false]);
  });

  it('[auth.token.expiry] a token is good for 30 seconds after its end', async () => {
    const ended = async (ago: number) => {
      const now = nowSeconds();
      return await takenWith({ iat: now - 300, exp: now - ago });
    };
    expect([await ended(25), await ended(35)]).toEqual([true, false]);
  });

  it('[auth.token.lifetime] a life of an hour is not too long for a clock that is 25 seconds off', async () => {
    for (const off of [-25, 0, 25]) {
      const now = nowSeconds() + off;
      expect(await takenWith({ iat: now, exp: now + 3600 })).toBe(true);
    }
    const begun = nowSeconds() - 3625;
    expect(await takenWith({ iat: begun, exp: begun + 3600 })).toBe(true);
  });
});
