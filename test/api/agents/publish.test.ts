import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import type { Agent, PublishedAgent } from '#contract/agent.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { definition } from '../../support/agents.ts';
import { createConnection } from '../../support/connections.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { startService, type TestService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

let service: TestService;
let client: ApiClient;
beforeAll(async () => {
  const models = createModels({ fast: { provider: 'openai', model: 'gpt' }, openai: { apiKey: 'k' } });
  service = await startService({ worker: false, models });
  ({ client } = await service.workspace());
});
afterAll(async () => await service.stop());

const publish = async (parts: object) => await client.post<Agent>('/v1/agents', definition({ ...parts }));
const defaults = { patches: [], limits: { max_turns: 24, pause_ttl_seconds: 2_592_000 } };

it('[agent.publish.created] [agent.publish.limit-defaults] the first version of a key is 1', async () => {
  const { status, data } = await publish({ key: 'first' });
  expect(status).toBe(201);
  expect(data).toEqual({
    id: expect.stringMatching(/^agent_[0-9a-f]{32}$/),
    version: 1,
    ...definition({ key: 'first' }),
    ...defaults,
    created_at: expect.any(String),
  });
});

it('[agent.publish.limit-defaults] limits that are given stand beside the defaults of the others', async () => {
  const limits = { max_turns: 3, max_credits: 0.5 };
  expect((await publish({ key: 'limited', limits })).data.limits).toEqual({ ...defaults.limits, ...limits });
});

it.each([0.000001, 0.1, 1.000001, 1234.567891, 1_000_000_000])(
  '[agent.publish.max-credits] max_credits of %d is kept as it is',
  async (max_credits) => {
    const { status, data } = await publish({ key: 'bounded', limits: { max_credits } });
    expect([status, data.limits.max_credits]).toEqual([201, max_credits]);
  },
);

it.each([0.0000001, 1.0000001, 0.1234567, 0, -1, 1_000_000_001, 1e300])(
  '[agent.publish.max-credits] max_credits of %d is refused, and nothing is published',
  async (max_credits) => {
    const answer = await publish({ key: 'unbounded', limits: { max_credits } });
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: 'limits.max_credits' })]),
    );
    expect((await client.get('/v1/agents?key=unbounded')).data).toEqual([]);
  },
);

it.each([
  ['name', 'Renamed'],
  ['instructions', 'Be long.'],
  ['model_class', 'fast'],
  ['limits', { max_turns: 5 }],
])(
  '[agent.publish.next-version] another %s is another version, with an id of its own',
  async (field, value) => {
    const first = await publish({ key: `next-${field.slice(0, 4)}` });
    const second = await publish({ key: `next-${field.slice(0, 4)}`, [field]: value });
    expect([second.status, second.data.version]).toEqual([201, 2]);
    expect(second.data.id).not.toBe(first.data.id);
    expect(second.data).toMatchObject({ [field]: value });
  },
);

it.each([
  ['the same', {}],
  ['the defaults written out', defaults],
  ['blanks around the name', { name: '  Support ' }],
])('[agent.publish.identical] %s is the latest version again, with 200', async (_, parts) => {
  const first = await publish({ key: 'same' });
  const again = await publish({ key: 'same', ...parts });
  expect([again.status, again.data]).toEqual([200, first.data]);
});

it('[agent.publish.identical] fields in another order are the same definition', async () => {
  const first = await publish({ key: 'order' });
  const again = await client.post(
    '/v1/agents',
    Object.fromEntries(Object.entries(definition({ key: 'order' })).toReversed()),
  );
  expect([again.status, again.data]).toEqual([200, first.data]);
});

it('[agent.publish.identical] what an older version said is a new version', async () => {
  const versions = [];
  for (const instructions of ['A', 'B', 'A']) {
    versions.push((await publish({ key: 'back', instructions })).data.version);
  }
  expect(versions).toEqual([1, 2, 3]);
});

it('[agent.publish.next-version] publications at once each get a version of their own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => publish({ key: 'race', instructions: String(n) })),
  );
  const versions = answers.map(({ data }) => data.version).toSorted((a, b) => a - b);
  expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('[agent.publish.created] keys of different workspaces are different keys', async () => {
  await publish({ key: 'shared' });
  const other = (await service.workspace()).client;
  expect((await other.post<Agent>('/v1/agents', definition({ key: 'shared' }))).data.version).toBe(1);
});

it('[model.scripted.always-there] [agent.publish.model-unavailable] only a class that is mapped can be published with', async () => {
  const verdicts = [];
  for (const model_class of ['scripted', 'fast', 'standard', 'deep']) {
    verdicts.push(verdict(await publish({ key: 'classes', model_class })));
  }
  expect(verdicts).toEqual([[201], [201], [422, 'model_unavailable'], [422, 'model_unavailable']]);
});

it.each([
  ['key', 'Support'],
  ['key', ''],
  ['key', '1st'],
  ['key', 'a'.repeat(65)],
  ['name', ' '],
  ['name', 'x'.repeat(201)],
  ['instructions', 7],
  ['instructions', 'x'.repeat(100_001)],
  ['model_class', 'gpt'],
  ['model', 'gpt'],
  ['model', {}],
  ['model', { max_output_tokens: 0 }],
  ['model', { max_output_tokens: 1_000_001 }],
  ['model', { max_output_tokens: 1.5 }],
  ['model', { temperature: -0.1 }],
  ['model', { temperature: 2.1 }],
  ['model', { effort: 'max' }],
  ['model', { effort: 'low', top_p: 1 }],
  ['patches', {}],
  ['patches', [{ ref: 'no version' }]],
  ['limits', { max_turns: 1.5 }],
  ['limits', { max_credits: 0 }],
  ['limits', { pause_ttl_seconds: 0 }],
])('[body.invalid] %s of %j is refused', async (field, value) => {
  const answer = await publish({ [field]: value });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([
    expect.objectContaining({ path: expect.stringMatching(`^${field}(\\.|$)`) }),
  ]);
});

it('[agent.publish.warnings] an agent that needs a connection and names none is warned of once there are several', async () => {
  const { client } = await service.workspace();
  const request = { method: 'POST', path: '/pay' } as const;
  await client.post('/v1/patches', patchDefinition({ key: 'pay', request }));
  await client.post('/v1/patches', patchDefinition({ key: 'sign', interaction: 'proposed_action' }));
  const body = (parts: object = {}) => definition({ patches: [{ ref: 'pay@1' }], ...parts });
  const warnings = async (parts?: object) =>
    (await client.post<PublishedAgent>('/v1/agents', body(parts))).data.warnings;
  await createConnection(client, { name: 'tools', type: 'mcp' });
  expect(await warnings()).toBeUndefined();
  await createConnection(client, { name: 'bank' });
  expect(await warnings({ name: 'One connection' })).toBeUndefined();

  await createConnection(client, { name: 'other' });
  expect(await warnings({ name: 'Two' })).toMatchObject([
    { code: 'connection_unnamed', path: 'connection', message: expect.stringContaining('pay@1') },
  ]);
  // That of a version that is there already is as true.
  const again = await client.post<PublishedAgent>('/v1/agents', body({ name: 'Two' }));
  expect([again.status, again.data.warnings?.length]).toEqual([200, 1]);
  expect(await warnings({ name: 'Named', connection: 'bank' })).toBeUndefined();
  expect(await warnings({ name: 'Calls nothing', patches: [{ ref: 'sign@1' }] })).toBeUndefined();
  // It is about the publication, and no part of the agent.
  expect((await client.get(`/v1/agents/${again.data.id}`)).data).not.toHaveProperty('warnings');
});
