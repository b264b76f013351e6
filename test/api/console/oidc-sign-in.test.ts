import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConsoleSession } from '#contract/console.ts';
import { ApiClient } from '../../support/api-client.ts';
import { withCookie } from '../../support/console-session.ts';
import { begin, comeBack, onTheWay, type Returned, setUpSignIn } from '../../support/oidc/console-sign-in.ts';
import {
  clientId,
  clientSecret,
  metadataOf,
  startStandInProvider,
  type StandInProvider,
} from '#tools/dev/stand-ins/oidc-provider.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let provider: StandInProvider;
let stranger: ApiClient;
beforeAll(async () => {
  provider = await startStandInProvider();
  stranger = new ApiClient(service.baseUrl, {});
});
beforeEach(() => provider.faults.clear());
afterAll(async () => await provider.stop());

const ada = { email: 'ada@example.com', email_verified: true, groups: ['approvers'] };
type Person = NonNullable<Parameters<StandInProvider['signIn']>[1]>;

/** A workspace whose people sign in at the provider. */
async function workspaceOf(more: Record<string, unknown> = {}) {
  const workspace = await service.workspace();
  await setUpSignIn(workspace.client, provider.issuer, more);
  return workspace;
}

/** Signs a person in, from the first page to the last. */
async function arrive(workspaceId: string, person: Person = { claims: ada }): Promise<Returned> {
  const { url, cookie } = await onTheWay(stranger, workspaceId);
  return await comeBack(provider.signIn(url, person), cookie);
}

/** A client with the session that somebody came back with. */
const sessionOf = ({ cookies }: Returned) => withCookie(stranger, cookies[0]?.split(';')[0] ?? '');
const hasSession = async (returned: Returned) =>
  (await sessionOf(returned).get('/console/session')).status === 200;

describe('[console.oidc.flow] a person signs in at the provider of their workspace', () => {
  it('with PKCE, a state and a nonce, and the console proves to the provider who it is', async () => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toEqual({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${service.baseUrl}/console/session/callback/${id}`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    await comeBack(provider.signIn(url, { claims: ada }), cookie);
    const { form, authorization = '' } = provider.exchanges.at(-1) ?? {};
    expect(form?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    const sent = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    expect(sent.split(':').map((text) => decodeURIComponent(text.replaceAll('+', ' ')))).toEqual([
      clientId,
      clientSecret,
    ]);
  });

  it('and has a session under the name by which the provider knows them, with their role', async () => {
    const { id, client } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id, '/inbox?kind=action');
    const returned = await comeBack(provider.signIn(url, { claims: ada }), cookie);
    expect([returned.status, returned.location]).toEqual([
      303,
      '/console/sign-in?done=1&back=%2Finbox%3Fkind%3Daction',
    ]);
    const session = sessionOf(returned);
    expect((await session.get<ConsoleSession>('/console/session')).data).toMatchObject({
      name: 'ada@example.com',
      roles: ['approver'],
      at_provider: true,
      manages_keys: false,
      workspace: { id },
    });
    await session.get('/v1/agents');
    const { data } = await client.get<object[]>('/v1/requests?limit=1&console_reads=only');
    expect(data).toMatchObject([
      { route: '/v1/agents', actor: 'ada@example.com', credential: { kind: 'console_sign_in' } },
    ]);
  });

  it('and the cookie of the session is for the API only, where no script and no other site can use it', async () => {
    const { id } = await workspaceOf();
    const { cookies } = await arrive(id);
    expect(cookies.slice(0, 2).map((text) => text.split('; ').slice(1))).toEqual(
      ['/v1', '/console/session'].map((path) => [
        `Path=${path}`,
        'HttpOnly',
        'SameSite=Strict',
        `Max-Age=${12 * 60 * 60}`,
      ]),
    );
  });

  it('and the store has neither the state nor the secret of the cookie', async () => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    const attempts = await service.db.sign_in_attempts.find({ workspace_id: id }).toArray();
    expect(attempts).toHaveLength(1);
    const { searchParams } = new URL(url);
    for (const secret of [searchParams.get('state'), searchParams.get('nonce'), cookie.split('=')[1]]) {
      expect(JSON.stringify(attempts)).not.toContain(secret);
    }
  });

  it('only from a page of the console, and only to a workspace that has a provider', async () => {
    const { id } = await workspaceOf();
    const json = { workspace_id: id };
    expect(verdict(await stranger.send('POST', '/console/session/begin', { json }))).toEqual([
      403,
      'forbidden',
    ]);
    const { id: without } = await service.workspace();
    for (const other of [without, '01a1fc7c-0975-778e-afbc-bbd83218d280', 'x']) {
      expect(verdict(await begin(stranger, other))).toEqual([404, 'not_found']);
    }
  });
});

describe('[console.oidc.state] a way to the provider and back is used once, by the browser that began it', () => {
  const cannot = 'This sign-in cannot be continued';

  it('so a second return with the same address opens no session', async () => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    const callback = provider.signIn(url, { claims: ada });
    const all = await Promise.all([1, 2, 3, 4].map(async () => await comeBack(callback, cookie)));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    const again = await comeBack(callback, cookie);
    expect([again.status, again.page]).toEqual([400, expect.stringContaining(cannot)]);
    expect(again.cookies).toEqual([]);
  });

  it('so another browser, without the cookie or with one of another way, does not use it up', async () => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    const other = await onTheWay(stranger, id);
    const callback = provider.signIn(url, { claims: ada });
    const name = cookie.split('=')[0] ?? '';
    for (const stolen of ['', other.cookie, `${name}=${other.cookie.split('=')[1]}`, `${name}=x`]) {
      expect((await comeBack(callback, stolen)).page).toContain(cannot);
    }
    expect((await comeBack(callback, cookie)).status).toBe(303);
  });

  it('so the state of another workspace is not one of this workspace, whose code is sent to nobody else', async () => {
    const [one, other] = [await workspaceOf(), await workspaceOf()];
    const { url, cookie } = await onTheWay(stranger, one.id);
    const callback = provider.signIn(url, { claims: ada });
    callback.pathname = callback.pathname.replace(one.id, other.id);
    const before = provider.exchanges.length;
    expect((await comeBack(callback, cookie)).page).toContain(cannot);
    expect(provider.exchanges).toHaveLength(before);
  });

  it('so none is taken after ten minutes, nor one without a state or with two', async () => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    const callback = provider.signIn(url, { claims: ada });
    const [bare, twice] = [new URL(callback), new URL(callback)];
    bare.searchParams.delete('state');
    twice.searchParams.append('state', 'another');
    for (const wrong of [bare, twice]) expect((await comeBack(wrong, cookie)).status).toBe(400);
    await service.db.sign_in_attempts.updateMany({ workspace_id: id }, { $set: { expires_at: new Date() } });
    expect((await comeBack(callback, cookie)).page).toContain(cannot);
  });

  it('so settings that changed meanwhile open no session', async () => {
    const { id, client } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    await setUpSignIn(client, provider.issuer, { roles: { approvers: 'admin' } });
    const returned = await comeBack(provider.signIn(url, { claims: ada }), cookie);
    expect([returned.status, returned.page]).toEqual([
      409,
      expect.stringContaining('The sign-in was changed meanwhile'),
    ]);
  });
});

describe('[console.oidc.provider-faults] what a provider answers wrongly opens no session, and a page says what to do', () => {
  const invalid = 'Your identity provider gave no valid answer';
  it.each<[string, Person]>([
    ['is signed with a key that the provider does not publish', { claims: ada, unknownKey: true }],
    ['is for another client', { claims: { ...ada, aud: 'another' } }],
    ['is of another issuer', { claims: { ...ada, iss: 'https://evil.example' } }],
    ['has the nonce of another way', { claims: { ...ada, nonce: 'another' } }],
    ['has no nonce', { claims: { ...ada, nonce: undefined } }],
    ['has expired', { claims: { ...ada, exp: 1_700_000_000 } }],
  ])('if the ID token %s', async (_, person) => {
    const { id } = await workspaceOf();
    const returned = await arrive(id, person);
    expect([returned.status, returned.page]).toEqual([502, expect.stringContaining(invalid)]);
    expect(returned.cookies).toEqual([]);
  });

  it.each(['none', 'HS256'])('if the ID token is of the algorithm %s', async (alg) => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    const header = Buffer.from(JSON.stringify({ alg })).toString('base64url');
    const claims = Buffer.from(JSON.stringify({ ...ada, iss: provider.issuer })).toString('base64url');
    const body = JSON.stringify({
      access_token: 'a',
      token_type: 'Bearer',
      id_token: `${header}.${claims}.`,
    });
    provider.faults.set('token', { body });
    expect((await comeBack(provider.signIn(url, { claims: ada }), cookie)).page).toContain(invalid);
  });

  it.each<[string, 'token' | 'jwks' | 'metadata', { status?: number; type?: string; body: string }, string]>([
    ['fails', 'token', { status: 503, body: '' }, 'Your identity provider does not answer'],
    ['answers a page', 'token', { type: 'text/html', body: '<p>Hello</p>' }, invalid],
    ['answers half of JSON', 'token', { body: '{"access_token":' }, invalid],
    ['sends no ID token', 'token', { body: '{"access_token":"a","token_type":"Bearer"}' }, invalid],
    [
      'does not know the console',
      'token',
      { status: 401, body: '{"error":"invalid_client"}' },
      'Your identity provider refused the sign-in',
    ],
    ['publishes no keys', 'jwks', { body: '{"keys":[]}' }, invalid],
    ['publishes garbage as keys', 'jwks', { body: '[1,2]' }, invalid],
    ['has lost its metadata', 'metadata', { status: 404, body: '' }, invalid],
  ])('if it %s', async (_, endpoint, answer, title) => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    provider.faults.set(endpoint, answer);
    const returned = await comeBack(provider.signIn(url, { claims: ada }), cookie);
    expect(returned.page).toContain(title);
    expect([returned.cookies, returned.location]).toEqual([[], null]);
  });

  it('if the response names another issuer, as in a mix-up, and then it exchanges nothing', async () => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    const callback = provider.signIn(url, { claims: ada });
    callback.searchParams.set('iss', 'https://evil.example');
    const before = provider.exchanges.length;
    expect((await comeBack(callback, cookie)).page).toContain(invalid);
    expect(provider.exchanges).toHaveLength(before);
  });

  it('if it sends an error, such as when somebody cancels, whose text is not shown', async () => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    const callback = provider.signIn(url);
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    callback.searchParams.set('error_description', '<script>alert(1)</script>');
    const { status, page } = await comeBack(callback, cookie);
    expect([status, page]).toEqual([
      403,
      expect.stringContaining('Your identity provider refused the sign-in'),
    ]);
    expect(page).not.toContain('alert');
  });

  it('if it is away when somebody begins, which is said at once', async () => {
    const { id } = await workspaceOf();
    provider.faults.set('metadata', { status: 502, body: '' });
    expect(verdict(await begin(stranger, id))).toEqual([502, 'identity_provider_error']);
  });

  it('if it answers more slowly than somebody waits', async () => {
    const { id } = await workspaceOf();
    const { url, cookie } = await onTheWay(stranger, id);
    provider.faults.set('jwks', { body: async () => await new Promise<string>(() => {}) });
    const { status, page } = await comeBack(provider.signIn(url, { claims: ada }), cookie);
    expect([status, page]).toEqual([502, expect.stringContaining('Your identity provider does not answer')]);
  });
});

describe('[console.oidc.person] who a person is, and what they may do, is what the provider says', () => {
  it.each<[string, Person, string]>([
    ['without the claim', { claims: { groups: ['admins'] } }, 'does not say who you are'],
    ['with an unverified e-mail', { claims: { ...ada, email_verified: false } }, 'is not verified'],
    ['with "true" as text', { claims: { ...ada, email_verified: 'true' } }, 'is not verified'],
    [
      'with a ref of 256 characters',
      { claims: { ...ada, email: 'x'.repeat(256) } },
      'does not say who you are',
    ],
    ['in no group with a role', { claims: { ...ada, groups: ['staff'] } }, 'You have no role'],
    ['in no group', { claims: { ...ada, groups: undefined } }, 'You have no role'],
  ])('so nobody is signed in %s', async (_, person, title) => {
    const { id } = await workspaceOf();
    const { status, page, cookies } = await arrive(id, person);
    expect([status, page, cookies]).toEqual([403, expect.stringContaining(title), []]);
  });

  it('so what only its userinfo says counts too', async () => {
    const { id } = await workspaceOf();
    const returned = await arrive(id, { userinfo: ada });
    expect((await sessionOf(returned).get('/console/session')).data).toMatchObject({
      name: 'ada@example.com',
      roles: ['approver'],
    });
  });

  it('so userinfo of somebody else does not count', async () => {
    const { id } = await workspaceOf();
    const { page } = await arrive(id, { userinfo: { ...ada, sub: 'person-2' } });
    expect(page).toContain('gave no valid answer');
  });

  it('so another claim is taken as it is written, and roles can be given by name', async () => {
    const { id } = await workspaceOf({
      ref_claim: 'preferred_username',
      roles_claim: undefined,
      roles: { 'Ada.L': 'admin' },
    });
    const returned = await arrive(id, { claims: { preferred_username: 'Ada.L' } });
    expect((await sessionOf(returned).get('/console/session')).data).toMatchObject({
      name: 'Ada.L',
      roles: ['admin'],
      manages_keys: true,
    });
    expect((await arrive(id, { claims: { preferred_username: 'ada.l' } })).page).toContain(
      'You have no role',
    );
  });
});

describe('[console.oidc.session-ends] a session of the provider ends', () => {
  it('when the settings change or are removed, at once, and not when they are set again unchanged', async () => {
    const { id, client } = await workspaceOf();
    const first = await arrive(id);
    await setUpSignIn(client, provider.issuer);
    expect(await hasSession(first)).toBe(true);
    await setUpSignIn(client, provider.issuer, { roles: { approvers: 'viewer' } });
    expect(await hasSession(first)).toBe(false);
    const second = await arrive(id);
    expect((await sessionOf(second).get('/console/session')).data).toMatchObject({ roles: ['viewer'] });
    await client.send('DELETE', '/v1/console/sign-in');
    expect(await hasSession(second)).toBe(false);
  });

  it('when the person signs out, and twelve hours after it began', async () => {
    const { id } = await workspaceOf();
    const [first, second] = [await arrive(id), await arrive(id)];
    await sessionOf(first).send('DELETE', '/console/session');
    expect([await hasSession(first), await hasSession(second)]).toEqual([false, true]);
    const [session] = await service.db.console_sessions.find({ workspace_id: id }).toArray();
    const { created_at, ends_at } = session ?? { created_at: new Date(), ends_at: new Date() };
    expect(ends_at.getTime() - created_at.getTime()).toBe(12 * 60 * 60_000);
  });
});

it('[console.oidc.settings] the metadata of a provider is fetched again for each sign-in', async () => {
  const { id } = await workspaceOf();
  provider.faults.set('metadata', {
    body: JSON.stringify({
      ...metadataOf(provider.issuer),
      authorization_endpoint: `${provider.issuer}/new`,
    }),
  });
  expect((await onTheWay(stranger, id)).url).toContain(`${provider.issuer}/new?`);
});
