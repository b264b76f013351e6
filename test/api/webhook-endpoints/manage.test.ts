import { expect, it } from 'vitest';
import type { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { createEndpoint, patchEndpoint } from '../../support/webhook-receiver.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const url = 'https://hooks.example/in';
const workspace = async () => (await service.workspace()).client;

it('[webhook.endpoint.manage] endpoints are listed newest first, page by page', async () => {
  const client = await workspace();
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.unshift((await createEndpoint(client, url)).id);
  const pages = await walk<WebhookEndpoint>(client, '/v1/webhook-endpoints?limit=2');
  expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);
});

it('[webhook.endpoint.manage] each field that is given replaces what was, and nothing else changes', async () => {
  const client = await workspace();
  const { secret: _, ...expected } = await createEndpoint(client, url, { description: 'Ops' });
  const changes: Partial<WebhookEndpoint>[] = [
    { url: 'http://other.example/' },
    { events: ['run.failed', 'handoff.requested'] },
    { ids_only: true },
    { description: 'Desk' },
    { enabled: false },
    { enabled: true, ids_only: false },
  ];
  for (const change of changes) {
    const answer = await patchEndpoint(client, expected.id, change);
    Object.assign(expected, change, { updated_at: (answer.data as WebhookEndpoint).updated_at });
    expect([answer.status, answer.data]).toEqual([200, expected]);
    expect((await client.get(`/v1/webhook-endpoints/${expected.id}`)).data).toEqual(expected);
  }
  expect((await patchEndpoint(client, expected.id, {})).data).toEqual(expected);
  const { data } = await patchEndpoint(client, expected.id, { description: '' });
  expect(data).not.toHaveProperty('description');
});

it.each([
  ['url', 'file:///etc/passwd'],
  ['events', ['message.delta']],
  ['ids_only', null],
  ['enabled', 'yes'],
  ['secret', 'whsec_eA=='],
])('a change of %s to %j is refused', async (field, value) => {
  const client = await workspace();
  const { secret: _, ...before } = await createEndpoint(client, url);
  expect(verdict(await patchEndpoint(client, before.id, { [field]: value }))).toEqual([
    422,
    'invalid_request',
  ]);
  expect((await client.get(`/v1/webhook-endpoints/${before.id}`)).data).toEqual(before);
});

const attempts = (client: Awaited<ReturnType<typeof workspace>>, id: string) => [
  client.get(`/v1/webhook-endpoints/${id}`),
  client.get(`/v1/webhook-endpoints/${id}/deliveries`),
  patchEndpoint(client, id, {}),
  patchEndpoint(client, id, { enabled: false }),
  client.post(`/v1/webhook-endpoints/${id}/rotate-secret`),
  client.post(`/v1/webhook-endpoints/${id}/test`),
  client.post(`/v1/webhook-endpoints/${id}/redeliver`, { event_id: `evt_${'0'.repeat(32)}` }),
  client.send('DELETE', `/v1/webhook-endpoints/${id}`),
];

it('[webhook.endpoint.manage] an endpoint that is deleted is gone', async () => {
  const client = await workspace();
  const { id } = await createEndpoint(client, url);
  const deleted = await client.send('DELETE', `/v1/webhook-endpoints/${id}`);
  expect([deleted.status, deleted.data]).toEqual([200, { id }]);
  expect((await client.get('/v1/webhook-endpoints')).data).toEqual([]);
  for (const answer of await Promise.all(attempts(client, id))) {
    expect(verdict(answer)).toEqual([404, 'not_found']);
  }
});
