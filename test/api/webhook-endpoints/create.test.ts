import { expect, it } from 'vitest';
import type { WebhookEndpointWithSecret } from '#contract/webhook-endpoint.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { verdict } from '../../support/verdict.ts';
import { createEndpoint } from '../../support/webhook-receiver.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let client: ApiClient;
const url = 'https://hooks.example/in?tenant=1';
const create = async (body: unknown) => {
  ({ client } = await service.workspace());
  return await client.post<WebhookEndpointWithSecret>('/v1/webhook-endpoints', body);
};

it('[webhook.endpoint.create] an endpoint is 201 with its secret, and has defaults', async () => {
  const answer = await create({ url, events: ['*'] });
  expect(answer.status).toBe(201);
  expect(answer.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    url,
    events: ['*'],
    ids_only: false,
    enabled: true,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    created_at: expect.any(String),
    updated_at: answer.data.created_at,
  });
});

it('[webhook.endpoint.create] no other response shows the secret, and it is stored encrypted', async () => {
  const { data } = await create({
    url,
    events: ['run.failed'],
    ids_only: true,
    description: 'Ops',
    enabled: false,
  });
  const { secret, ...shown } = data;
  expect(shown).toMatchObject({ events: ['run.failed'], ids_only: true, description: 'Ops', enabled: false });
  expect((await client.get(`/v1/webhook-endpoints/${data.id}`)).data).toEqual(shown);
  expect((await client.get('/v1/webhook-endpoints')).data).toEqual([shown]);
  const stored = await service.db.webhook_endpoints.findOne({ _id: data.id });
  expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
  expect(JSON.stringify(service.logs)).not.toContain(secret.slice('whsec_'.length));
});

it('every endpoint has a secret of its own', async () => {
  const secrets = [];
  for (let count = 0; count < 3; count += 1) secrets.push((await create({ url, events: ['*'] })).data.secret);
  expect(new Set(secrets).size).toBe(3);
});

it.each([
  ['url', undefined],
  ['url', 'ftp://hooks.example'],
  ['url', 'https://user:password@hooks.example'],
  ['url', 'https://user@hooks.example'],
  ['url', 'https://hooks.example/#part'],
  ['url', 'https://hooks.example/a\0b'],
  ['url', 'hooks.example'],
  ['url', `https://hooks.example/${'x'.repeat(2048)}`],
  ['events', undefined],
  ['events', []],
  ['events', ['run.ended']],
  ['events', ['*', 'run.failed']],
  ['events', ['run.failed', 'run.failed']],
  ['ids_only', 'yes'],
  ['description', 'x'.repeat(501)],
  ['enabled', 1],
  ['secret', 'whsec_eA=='],
])('%s of %j is refused', async (field, value) => {
  const answer = await create({ url, events: ['*'], [field]: value });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
});

it.each(['message.delta', 'message.block'])(
  '[webhook.endpoint.events] %s cannot be subscribed to',
  async (type) => {
    expect(verdict(await create({ url, events: ['run.failed', type] }))).toEqual([422, 'invalid_request']);
  },
);

it('[webhook.endpoint.limit] a workspace has at most 16 endpoints, however many are made at once', async () => {
  ({ client } = await service.workspace());
  const post = async () => await client.post('/v1/webhook-endpoints', { url, events: ['*'] });
  const answers = await Promise.all(Array.from({ length: 20 }, post));
  const statuses = answers.map((answer) => verdict(answer).join(' ')).toSorted();
  expect(statuses).toEqual([
    ...Array<string>(16).fill('201'),
    ...Array<string>(4).fill('409 webhook_endpoint_limit'),
  ]);
  const { data } = await client.get<{ id: string }[]>('/v1/webhook-endpoints?limit=100');
  expect(data).toHaveLength(16);
  await client.send('DELETE', `/v1/webhook-endpoints/${data[0]?.id}`);
  expect((await post()).status).toBe(201);
  expect(verdict(await post())).toEqual([409, 'webhook_endpoint_limit']);
});

it('[webhook.endpoint.create] a creation that is repeated under its Idempotency-Key shows the same endpoint and secret', async () => {
  ({ client } = await service.workspace());
  const keyed = client.with({ headers: { 'idempotency-key': 'once' } });
  const first = await createEndpoint(keyed, url);
  expect(await createEndpoint(keyed, url)).toEqual(first);
  expect((await client.get<unknown[]>('/v1/webhook-endpoints')).data).toHaveLength(1);
});
