import { expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Change } from '#contract/change.ts';
import { actingPatch, publishActing } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection, patchConnection } from '../../support/connections.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
const workspace = async () => (await service.workspace()).client;

const pays = actingPatch('pay', {
  request: { method: 'POST', path: '/pay', headers: { 'X-Amount': '{{amount}}' } },
});
const conflict = (path: string) => [{ path, message: expect.any(String), code: 'header_conflict' }];

async function publishOn(client: ApiClient, connection?: string) {
  const { data } = await client.post<{ ref: string }>('/v1/patches', {
    key: 'pay',
    description: 'Pays.',
    interaction: 'silent',
    input_schema: { type: 'object', properties: { amount: { type: 'number' } } },
    risk: { base: 'low' },
    reliability: { idempotent: false, retry: 'none' },
    request: { method: 'POST', path: '/pay', headers: { 'X-Amount': '{{amount}}' } },
  });
  return await client.post<Agent>('/v1/agents', {
    key: 'payer',
    name: 'Payer',
    instructions: '',
    model_class: 'scripted',
    patches: [{ ref: data.ref }],
    ...(connection === undefined ? {} : { connection }),
  });
}

it.each([
  ['headers', { headers: { 'x-amount': '82000' } }],
  ['auth', { auth: { type: 'header', name: 'X-AMOUNT', value: '82000' } }],
])(
  '[gate.connection.headers] an agent is not published with a patch that fills a header which its connection sets in %s',
  async (_, set) => {
    const client = await workspace();
    await createConnection(client, { name: 'bank', ...set });
    // The only connection of the workspace is the agent's, too.
    for (const named of ['bank', undefined]) {
      const refused = await publishOn(client, named);
      expect(verdict(refused)).toEqual([422, 'invalid_request']);
      expect(refused.error?.details).toEqual(conflict('patches.0.ref'));
    }
    await createConnection(client, { name: 'other' });
    expect((await publishOn(client, 'other')).status).toBe(201);
    expect((await publishOn(client)).status).toBe(201);
  },
);

it('[gate.connection.headers] a connection does not come to set a header that a patch fills on it, while its agent is in use', async () => {
  const client = await workspace();
  const { id } = await createConnection(client, { name: 'bank' });
  const agent = await publishActing(client, undefined, [pays], { connection: 'bank' });
  const headers = { 'X-Tenant': '1', 'x-amount': '82000' };
  const refused = await patchConnection(client, id, { headers });
  expect(verdict(refused)).toEqual([422, 'invalid_request']);
  expect(refused.error?.details).toEqual(conflict('headers.x-amount'));
  const auth = { type: 'header', name: 'x-amount', value: '82000' };
  expect((await patchConnection(client, id, { auth })).error?.details).toEqual(conflict('auth.name'));
  expect((await patchConnection(client, id, { headers: { 'X-Tenant': '1' } })).status).toBe(200);
  await client.post(`/v1/agents/${agent.id}/archive`);
  expect((await patchConnection(client, id, { headers })).status).toBe(200);
});

it('[gate.connection.headers] a proposed header that a patch fills by the time of its approval is stale', async () => {
  const client = await workspace();
  const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });
  const { id } = await createConnection(client, { name: 'bank' });
  const sent = { headers: { 'content-type': 'application/json' } };
  const fourEyes = { ...sent, body: JSON.stringify({ connections: true }) };
  expect((await as('eve').send('PUT', '/v1/settings/four-eyes', fourEyes)).status).toBe(200);
  const asked = { ...sent, body: JSON.stringify({ headers: { 'x-amount': '1' } }) };
  const { data, status } = await as('eve').send<Change>('PATCH', `/v1/connections/${id}`, asked);
  expect(status).toBe(202);
  await publishActing(client, undefined, [pays], { connection: 'bank' });
  const approved = await as('mia').post(`/v1/changes/${data.id}/approve`);
  expect(verdict(approved)).toEqual([409, 'stale_change']);
});
