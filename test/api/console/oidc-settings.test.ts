import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsoleSignIn } from '#contract/console-sign-in.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { cookieOf, signIn, withCookie } from '../../support/console-session.ts';
import { settingsOf, setUpSignIn } from '../../support/oidc/console-sign-in.ts';
import { clientSecret, metadataOf, startStandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let provider: Awaited<ReturnType<typeof startStandInProvider>>;
beforeAll(async () => {
  provider = await startStandInProvider();
});
afterAll(async () => await provider.stop());

const path = '/v1/console/sign-in';
const put = async (client: ApiClient, more: Record<string, unknown>) =>
  await client.send<ConsoleSignIn>('PUT', path, { json: settingsOf(provider.issuer, more) });
const invalid = [422, 'invalid_request'];
const faultOf = (answer: { error: { details?: unknown } }) => answer.error.details;

it('[console.oidc.settings] the settings are shown with where to sign in, and never with the secret', async () => {
  const { id, client } = await service.workspace();
  const made = await setUpSignIn(client, provider.issuer);
  expect(made).toEqual({
    issuer: provider.issuer,
    client_id: 'heddle-console',
    ref_claim: 'email',
    roles_claim: 'groups',
    roles: {
      viewers: 'viewer',
      makers: 'maker',
      approvers: 'approver',
      auditors: 'auditor',
      admins: 'admin',
    },
    keys_may_sign_in: false,
    redirect_uri: `${service.baseUrl}/console/session/callback/${id}`,
    sign_in_url: `${service.baseUrl}/console/sign-in?workspace=${id}`,
    updated_at: expect.any(String),
  });
  expect((await client.get(path)).data).toEqual(made);
  const stored = await service.db.console_sign_ins.findOne({ _id: id });
  expect(JSON.stringify([made, stored])).not.toContain(clientSecret);
});

it('[console.oidc.settings] equal settings change nothing, and others are another version', async () => {
  const { id, client } = await service.workspace();
  const versionNow = async () => (await service.db.console_sign_ins.findOne({ _id: id }))?.sign_in_id;
  await setUpSignIn(client, provider.issuer);
  const first = await versionNow();
  await setUpSignIn(client, provider.issuer);
  expect(await versionNow()).toBe(first);
  await setUpSignIn(client, provider.issuer, { client_secret: 'another' });
  const second = await versionNow();
  expect(second).not.toBe(first);
  await setUpSignIn(client, provider.issuer, { client_secret: undefined, keys_may_sign_in: true });
  expect(await versionNow()).not.toBe(second);
});

it('[console.oidc.settings] the secret stays where it was sent: a new issuer or client needs one', async () => {
  const { client } = await service.workspace();
  const withoutSecret = { client_secret: undefined };
  expect(verdict(await put(client, withoutSecret))).toEqual(invalid);
  await setUpSignIn(client, provider.issuer);
  expect((await put(client, withoutSecret)).status).toBe(200);
  const moved = await put(client, { ...withoutSecret, client_id: 'another' });
  expect(verdict(moved)).toEqual(invalid);
  expect(faultOf(moved)).toEqual([expect.objectContaining({ path: 'client_secret' })]);
});

it('[console.oidc.settings] without settings there is nothing to get and to remove, and removing them is final', async () => {
  const { client } = await service.workspace();
  const absent = [404, 'not_found'];
  expect(verdict(await client.get(path))).toEqual(absent);
  expect(verdict(await client.send('DELETE', path))).toEqual(absent);
  await setUpSignIn(client, provider.issuer);
  expect((await client.send('DELETE', path)).data).toEqual({ removed: true });
  expect(verdict(await client.get(path))).toEqual(absent);
});

it.each<[string, Record<string, unknown>, string]>([
  ['an issuer that is no URL', { issuer: 'login' }, 'issuer'],
  ['an issuer over plain http', { issuer: 'http://login.example.com' }, 'issuer'],
  ['an issuer with credentials', { issuer: 'https://a:b@login.example.com' }, 'issuer'],
  ['an issuer with a query', { issuer: 'https://login.example.com/?a=1' }, 'issuer'],
  ['the address of metadata', { issuer: 'https://a.example/.well-known/openid-configuration' }, 'issuer'],
  ['an issuer at a private address', { issuer: 'https://10.0.0.1' }, 'issuer'],
  ['an issuer at a metadata service', { issuer: 'https://169.254.169.254' }, 'issuer'],
  ['an issuer where nobody listens', { issuer: 'http://127.0.0.1:1' }, 'issuer'],
  ['no client', { client_id: '' }, 'client_id'],
  ['an empty secret', { client_secret: '' }, 'client_secret'],
  ['no roles', { roles: {} }, 'roles'],
  ['an unknown role', { roles: { admins: 'owner' } }, 'roles.admins'],
  ['a ref_claim of 256 characters', { ref_claim: 'x'.repeat(256) }, 'ref_claim'],
  ['an unknown field', { role: 'admin' }, 'role'],
])('[console.oidc.settings] %s is refused, and nothing changes', async (_, more, field) => {
  const { id, client } = await service.workspace();
  const answer = await put(client, more);
  expect(verdict(answer)).toEqual(invalid);
  expect(faultOf(answer)).toEqual([expect.objectContaining({ path: field })]);
  expect(await service.db.console_sign_ins.findOne({ _id: id })).toBeNull();
});

it.each<[string, { status?: number; type?: string; body: () => string }, string]>([
  ['fails', { status: 500, body: () => '' }, 'unreachable'],
  ['answers no JSON', { type: 'text/html', body: () => '<p>Welcome</p>' }, 'invalid_response'],
  ['answers garbage', { body: () => '{"issuer":' }, 'invalid_response'],
  ['answers 404', { status: 404, body: () => '{}' }, 'invalid_response'],
  ['has no endpoints', { body: () => JSON.stringify({ issuer: provider.issuer }) }, 'invalid_response'],
  [
    'is another issuer',
    { body: () => JSON.stringify(metadataOf('https://evil.example')) },
    'invalid_response',
  ],
  [
    'sends browsers to another place over plain http',
    {
      body: () =>
        JSON.stringify({
          ...metadataOf(provider.issuer),
          authorization_endpoint: 'http://a.example/authorize',
        }),
    },
    'invalid_response',
  ],
  [
    'answers a megabyte',
    { body: () => JSON.stringify({ issuer: 'x'.repeat(1_000_000) }) },
    'invalid_response',
  ],
  [
    'answers a hundred thousand values',
    { body: () => JSON.stringify({ issuer: Array.from({ length: 100_000 }, () => 0) }) },
    'invalid_response',
  ],
])(
  '[console.oidc.settings] a provider that %s cannot be set up, and the response says so',
  async (_, answer, code) => {
    const { client } = await service.workspace();
    provider.faults.set('metadata', { ...answer, body: answer.body() });
    try {
      const refused = await put(client, {});
      expect(verdict(refused)).toEqual(invalid);
      expect(faultOf(refused)).toEqual([expect.objectContaining({ path: 'issuer', code })]);
    } finally {
      provider.faults.clear();
    }
  },
);

it('[console.oidc.settings] the audit log tells each change of them, and the secret is not in it', async () => {
  const { id, client } = await service.workspace();
  await setUpSignIn(client, provider.issuer);
  await setUpSignIn(client, provider.issuer);
  await client.send('DELETE', path);
  const entries = await service.db.audit_entries
    .find({ workspace_id: id, 'target.id': 'console_sign_in' })
    .toArray();
  expect(entries.map(({ type }) => type)).toEqual(['settings.changed', 'settings.changed']);
  expect(JSON.stringify(entries)).not.toContain(clientSecret);
});

it('[console.oidc.settings] neither a session token nor a link sets up who may sign in', async () => {
  const { client } = await service.workspace();
  const token = await directClient(client, await registerSigner(client));
  expect(verdict(await put(token, {}))).toEqual([403, 'forbidden']);
  expect(verdict(await token.get(path))).toEqual([403, 'forbidden']);
});

it('[console.oidc.settings] without them, whoever signed in by an API key may set them up, and then only look', async () => {
  const { client, apiKey } = await service.workspace();
  const stranger = client.with({ apiKey: undefined });
  const session = withCookie(stranger, cookieOf(await signIn(stranger, { api_key: apiKey, name: 'Ada' })));
  expect((await put(session, {})).status).toBe(200);
  expect(verdict(await put(session, { keys_may_sign_in: true }))).toEqual([403, 'forbidden']);
});
