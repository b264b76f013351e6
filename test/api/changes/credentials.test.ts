import { beforeEach, expect, it } from 'vitest';
import type { Change } from '#contract/change.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, type registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let client: ApiClient;
let eve: ApiClient;
let mia: ApiClient;
beforeEach(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  eve = client.with({ headers: { 'service-actor': 'eve' } });
  mia = client.with({ headers: { 'service-actor': 'mia' } });
  const headers = { 'content-type': 'application/json', 'service-actor': 'eve' };
  const body = JSON.stringify({ credentials: true });
  const { status } = await client.send('PUT', '/v1/settings/four-eyes', { headers, body });
  if (status !== 200) throw new Error(`the settings were answered with ${status}`);
});

const proposed = (answer: { status: number; data: unknown }): Change => {
  expect(answer.status).toBe(202);
  return answer.data as Change;
};
const approve = async ({ id }: Change) => await mia.post<Change>(`/v1/changes/${id}/approve`);

it('[change.credentials] an API key that one person makes works once another has approved it, and is shown to the first only', async () => {
  const change = proposed(await eve.post('/v1/api-keys', { name: 'second', scopes: ['decide'] }));
  const { secret = '' } = change;
  expect(change).toMatchObject({ kind: 'credentials', target: { kind: 'api_key' }, state: 'proposed' });
  const own = client.with({ apiKey: secret });
  expect((await client.get<unknown[]>('/v1/api-keys')).data).toHaveLength(1);
  expect(verdict(await eve.post(`/v1/changes/${change.id}/approve`))).toEqual([403, 'forbidden_approver']);
  const approved = await approve(change);
  expect(approved.data).toMatchObject({
    state: 'approved',
    result: { kind: 'api_key', id: change.target.id },
  });
  expect(approved.data).not.toHaveProperty('secret');
  expect(JSON.stringify((await client.get('/v1/changes')).data)).not.toContain(secret);
  expect((await own.get('/v1/loom/runs')).status).toBe(200);
  expect((await client.get(`/v1/api-keys/${change.target.id}`)).data).toMatchObject({
    name: 'second',
    scopes: ['decide'],
    created_by: 'eve',
  });
  const deletion = proposed(await eve.send('DELETE', `/v1/api-keys/${change.target.id}`));
  expect((await approve(deletion)).status).toBe(200);
  expect((await client.get(`/v1/api-keys/${change.target.id}`)).status).toBe(404);
});

it('[change.credentials] a signing key, MCP settings and webhook endpoints take two as well', async () => {
  const key = proposed(await eve.post('/v1/signing-keys', { algorithm: 'HS256' }));
  const signer = {
    kid: key.target.id,
    algorithm: 'HS256' as const,
    key: new TextEncoder().encode(key.secret),
    registered: {} as Awaited<ReturnType<typeof registerSigner>>['registered'],
  };
  expect((await client.get('/v1/signing-keys')).data).toEqual([]);
  expect((await approve(key)).status).toBe(200);
  expect((await (await directClient(client, signer)).get('/v1/loom/runs')).status).toBe(200);
  expect((await approve(proposed(await eve.send('DELETE', `/v1/signing-keys/${signer.kid}`)))).status).toBe(
    200,
  );

  const headers = { 'content-type': 'application/json', 'service-actor': 'eve' };
  const settings = JSON.stringify({ login_url: 'https://login.example' });
  const mcp = proposed(await client.send('PUT', '/v1/mcp/settings', { headers, body: settings }));
  expect((await client.get('/v1/mcp/settings')).data).toEqual({});
  expect((await approve(mcp)).status).toBe(200);
  expect((await client.get('/v1/mcp/settings')).data).toMatchObject({ login_url: 'https://login.example' });

  const hook = proposed(
    await eve.post('/v1/webhook-endpoints', { url: 'https://hook.example', events: ['*'] }),
  );
  expect(hook.secret).toMatch(/^whsec_/);
  expect((await client.get('/v1/webhook-endpoints')).data).toEqual([]);
  expect((await approve(hook)).status).toBe(200);
  const path = `/v1/webhook-endpoints/${hook.target.id}`;
  const off = { headers, body: JSON.stringify({ enabled: false }) };
  expect((await approve(proposed(await client.send('PATCH', path, off)))).status).toBe(200);
  expect((await client.get(path)).data).toMatchObject({ enabled: false });
  expect((await approve(proposed(await eve.post(`${path}/rotate-secret`)))).status).toBe(200);
  expect((await approve(proposed(await eve.send('DELETE', path)))).status).toBe(200);
  expect((await client.get(path)).status).toBe(404);
});
