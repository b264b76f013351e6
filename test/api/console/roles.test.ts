import { afterAll, beforeAll, expect, it } from 'vitest';
import { allEndpoints } from '#api/endpoints.ts';
import type { Endpoint } from '#api/http/endpoint/endpoint.ts';
import { type Role, roles, rolesThatMay } from '#contract/role-rules.ts';
import { ApiClient } from '../../support/api-client.ts';
import { cookieOf, pageHeaders, signIn, withCookie } from '../../support/console-session.ts';
import { comeBack, onTheWay, setUpSignIn } from '../../support/oidc/console-sign-in.ts';
import { startStandInProvider, type StandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let provider: StandInProvider;
let stranger: ApiClient;
beforeAll(async () => {
  provider = await startStandInProvider();
  stranger = new ApiClient(service.baseUrl, {});
});
afterAll(async () => await provider.stop());

const absent = '01a1fc7c-0975-778e-afbc-bbd83218d280';

/** The cookie of a session of somebody with these roles. */
async function cookieWith(workspaceId: string, held: Role[]): Promise<string> {
  const { url, cookie } = await onTheWay(stranger, workspaceId);
  const claims = { email: 'ada@example.com', email_verified: true, groups: held.map((role) => `${role}s`) };
  const { cookies } = await comeBack(provider.signIn(url, { claims }), cookie);
  return cookies[0]?.split(';')[0] ?? '';
}

/** Whether the role, and nothing else, keeps somebody from an endpoint: the body is not valid, and ids are of nothing. */
async function isKeptOut(cookie: string, { method, path }: Endpoint): Promise<boolean> {
  const response = await fetch(`${service.baseUrl}${path.replaceAll(/\{\w+\}/g, absent)}`, {
    method: method.toUpperCase(),
    headers: { ...pageHeaders(cookie), 'service-subject': 'ada', 'content-type': 'application/json' },
    ...(method === 'get' ? {} : { body: '{"unknown field": 1}' }),
  });
  if (response.status === 403) return (await response.text()).includes('needs the role');
  // A stream does not end by itself.
  await response.body?.cancel();
  return false;
}

// Signing in has no session yet, and signing out ends it.
const endpoints = (allEndpoints as Endpoint[]).filter(
  ({ access, operation }) => access !== 'console-page' && operation !== 'signOutOfConsole',
);

it.each(roles)('[console.roles] a %s reaches exactly the endpoints that state the role', async (role) => {
  const { id, client } = await service.workspace();
  await setUpSignIn(client, provider.issuer);
  const session = await cookieWith(id, [role]);
  const keptOut: string[] = [];
  for (const endpoint of endpoints) if (await isKeptOut(session, endpoint)) keptOut.push(endpoint.operation);
  const stated = endpoints.filter(({ role: needed }) => !rolesThatMay(needed).includes(role));
  expect(keptOut).toEqual(stated.map(({ operation }) => operation));
});

it('[console.roles] somebody with two roles may do what either may', async () => {
  const { id, client } = await service.workspace();
  await setUpSignIn(client, provider.issuer);
  const session = withCookie(stranger, await cookieWith(id, ['maker', 'auditor']));
  expect((await session.get('/v1/console/sign-in')).status).toBe(200);
  expect(verdict(await session.post('/v1/agents', {}))).toEqual([422, 'invalid_request']);
  const refused = await session.post('/v1/api-keys', {});
  expect(verdict(refused)).toEqual([403, 'forbidden']);
  expect(refused.error.details).toEqual({ roles: ['maker', 'auditor'], needed: ['admin'] });
});

it('[payee.roles] a viewer reads payees, an approver may only block one, and an admin writes them', async () => {
  const { id, client } = await service.workspace();
  const { data } = await client.post<{ id: string }>('/v1/payees', {
    account: { iban: 'DE89370400440532013000' },
  });
  await setUpSignIn(client, provider.issuer);
  const path = `/v1/payees/${data.id}`;
  const as = async (role: Role) => {
    const cookie = await cookieWith(id, [role]);
    const send = async (method: string, body?: object) => {
      const headers = { ...pageHeaders(cookie), 'content-type': 'application/json' };
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await fetch(`${service.baseUrl}${path}`, { method, headers, ...given })).status;
    };
    return [
      await send('GET'),
      await send('PATCH', { status: 'blocked' }),
      await send('PATCH', { status: 'blocked', note: 'A fraud' }),
      await send('PATCH', { status: 'open' }),
    ];
  };
  expect(await as('viewer')).toEqual([200, 403, 403, 403]);
  expect(await as('approver')).toEqual([200, 200, 403, 403]);
  expect(await as('admin')).toEqual([200, 200, 200, 200]);
});

it('[freeze.rights] a viewer lists what is frozen, an approver also freezes, and an admin also lifts', async () => {
  const { id, client } = await service.workspace();
  await setUpSignIn(client, provider.issuer);
  const as = async (role: Role) => {
    const cookie = await cookieWith(id, [role]);
    const send = async (method: string, query = '', body?: object) => {
      const headers = { ...pageHeaders(cookie), 'content-type': 'application/json' };
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await fetch(`${service.baseUrl}/v1/freeze${query}`, { method, headers, ...given })).status;
    };
    return [
      await send('GET'),
      await send('PUT', '', { scope: 'workspace', reason: 'Stop.' }),
      await send('DELETE', '?scope=workspace'),
    ];
  };
  for (const role of ['viewer', 'maker', 'auditor'] as const) expect(await as(role)).toEqual([200, 403, 403]);
  expect(await as('approver')).toEqual([200, 200, 403]);
  expect(await as('admin')).toEqual([200, 200, 200]);
});

it('[console.roles.keys] with a provider, whoever signed in by an API key only looks, unless the settings allow more', async () => {
  const { client, apiKey } = await service.workspace();
  const before = withCookie(stranger, cookieOf(await signIn(stranger, { api_key: apiKey, name: 'Ada' })));
  expect((await before.post('/v1/api-keys', {})).status).toBe(201);
  expect((await before.get('/console/session')).data).not.toHaveProperty('roles');

  await setUpSignIn(client, provider.issuer);
  const after = withCookie(stranger, cookieOf(await signIn(stranger, { api_key: apiKey, name: 'Ada' })));
  for (const session of [before, after]) {
    expect((await session.get('/console/session')).data).toMatchObject({
      roles: ['viewer'],
      at_provider: false,
    });
    expect((await session.get('/v1/agents')).status).toBe(200);
    expect(verdict(await session.post('/v1/api-keys', {}))).toEqual([403, 'forbidden']);
  }

  await setUpSignIn(client, provider.issuer, { keys_may_sign_in: true });
  expect((await before.post('/v1/api-keys', {})).status).toBe(201);
  await setUpSignIn(client, provider.issuer, { keys_may_sign_in: false });
  expect(verdict(await before.post('/v1/api-keys', {}))).toEqual([403, 'forbidden']);
  await client.send('DELETE', '/v1/console/sign-in');
  expect((await before.post('/v1/api-keys', {})).status).toBe(201);
});

it('[console.roles.keys] the API itself has no roles: an API key may do everything, whatever the settings', async () => {
  const { client } = await service.workspace();
  await setUpSignIn(client, provider.issuer);
  expect((await client.post('/v1/api-keys', {})).status).toBe(201);
});
