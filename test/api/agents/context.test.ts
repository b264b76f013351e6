import { expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Patch } from '#contract/patch.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace()).client);
const definition = { key: 'bank', name: 'Bank', instructions: 'Help.', model_class: 'scripted' };
const publish = async (parts: object) => await client.post<Agent>('/v1/agents', { ...definition, ...parts });
const faultOf = async (parts: object) => {
  const { status, error } = await publish(parts);
  expect([status, error?.code]).toEqual([422, 'invalid_request']);
  return ((error?.details ?? []) as { path: string; message: string }[]).map(({ path }) => path);
};
const schemaOf = (properties: object) => ({ type: 'object', properties });
const context = {
  schema: schemaOf({ account_id: { type: 'string' }, limit: { type: 'number' } }),
  shown: ['limit'],
};

it('[context.declared] an agent shows the context that it declares, and the same again is no new version', async () => {
  const first = await publish({ context, timezone: 'Europe/Berlin' });
  expect(first).toMatchObject({ status: 201, data: { context, timezone: 'Europe/Berlin' } });
  expect((await client.get<Agent>(`/v1/agents/${first.data.id}`)).data.context).toEqual(context);
  const again = await publish({ context, timezone: 'Europe/Berlin' });
  expect([again.status, again.data.id]).toEqual([200, first.data.id]);
});

const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`m${index}`, { type: 'string' }]));

it.each<[string, object]>([
  ['another type', { type: 'array' }],
  ['no type', { properties: {} }],
  ['no properties', { type: 'object' }],
  ['a list', schemaOf({ tags: { type: 'array' } })],
  ['an object', schemaOf({ user: { type: 'object' } })],
  ['a scalar or an object', schemaOf({ user: { type: ['string', 'object'] } })],
  ['null alone', schemaOf({ user: { type: 'null' } })],
  ['anything', schemaOf({ user: true })],
  ['a name with a dot', schemaOf({ 'a.b': { type: 'string' } })],
  ['a name of a prototype', schemaOf({ constructor: { type: 'string' } })],
  ['33 properties', schemaOf(many)],
  ['a schema that does not compile', schemaOf({ a: { type: 'string', minLength: -1 } })],
])('[context.declared] a schema with %s is refused', async (_, schema) => {
  expect(await faultOf({ context: { schema } })).toEqual(['context.schema']);
});

it('[context.declared] a name that is shown must be declared', async () => {
  expect(await faultOf({ context: { ...context, shown: ['limit', 'acount_id'] } })).toEqual([
    'context.shown.1',
  ]);
});

it.each(['Europe/Berlinn', 'CET+1', '+01:00', '', 'x'.repeat(65)])(
  '[model.shown.times.zone] %j is not a time zone',
  async (timezone) => {
    expect(await faultOf({ timezone })).toEqual(['timezone']);
  },
);

it('[context.needed] an agent declares what its patches use', async () => {
  const filling = await client.post<Patch>(
    '/v1/patches',
    patchDefinition({ fill: { '/note': 'account_id' } }),
  );
  const requesting = await client.post<Patch>(
    '/v1/patches',
    patchDefinition({ key: 'look', request: { method: 'GET', path: '/of/{{context.region}}' } }),
  );
  const patches = [{ ref: filling.data.ref }, { ref: requesting.data.ref }];
  expect(await faultOf({ patches })).toEqual(['patches.0.ref']);
  expect(await faultOf({ patches, context })).toEqual(['patches.1.ref']);
  const whole = { schema: schemaOf({ account_id: { type: 'string' }, region: { type: 'string' } }) };
  expect((await publish({ patches, context: whole })).status).toBe(201);
});
