import { expect, it } from 'vitest';
import type { Patch, PatchDefinition } from '#contract/patch.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace()).client);
const publish = async (parts: Partial<PatchDefinition>) =>
  await client.post<Patch>('/v1/patches', patchDefinition(parts));
const faultsOf = async (parts: Partial<PatchDefinition>) => {
  const { status, error } = await publish(parts);
  expect([status, error?.code]).toEqual([422, 'invalid_request']);
  return ((error?.details ?? []) as { path: string; code: string }[]).map(({ path, code }) => [path, code]);
};

it('[patch.fill] a patch says which arguments are filled in', async () => {
  const fill = { '/note': 'account_id', '/recipient/name': 'name' };
  const { status, data } = await publish({ fill });
  expect([status, data.fill]).toEqual([201, fill]);
});

const twice = {
  type: 'object',
  properties: { account: { type: 'string' } },
  allOf: [{ properties: { account: { minLength: 1 } } }],
};
const referred = {
  type: 'object',
  properties: { party: { $ref: '#/$defs/party' } },
  $defs: { party: { type: 'object', properties: { id: { type: 'string' } } } },
};

it.each<[string, Partial<PatchDefinition>, string[][]]>([
  ['no declared argument', { fill: { '/acount': 'a' } }, [['fill./acount', 'unknown_argument']]],
  [
    'an argument by reference',
    { input_schema: referred, fill: { '/party/id': 'a' } },
    [['fill./party/id', 'unknown_argument']],
  ],
  [
    'an argument that is declared twice',
    { input_schema: twice, fill: { '/account': 'a' } },
    [['fill./account', 'declared_twice']],
  ],
  [
    'an object and its part',
    { fill: { '/recipient': 'a', '/recipient/name': 'b' } },
    [['fill./recipient', 'overlapping_fill']],
  ],
])('[patch.fill.checked] a pointer to %s is refused', async (_, parts, faults) => {
  expect(await faultsOf(parts)).toEqual(faults);
});

it.each(['', 'note', '/*', '/recipient/*'])(
  '[patch.fill.checked] %j is not a pointer to an argument',
  async (pointer) => {
    const { status, error } = await publish({ fill: { [pointer]: 'a' } });
    expect([status, error?.code]).toEqual([422, 'invalid_request']);
  },
);

const request = { method: 'POST', path: '/of/{{context.account_id}}' } as const;

it('[patch.request-context] a request may use the context', async () => {
  expect((await publish({ request })).status).toBe(201);
});

it('[patch.request-context.ambiguous] an argument named context and the context are not mixed up', async () => {
  const input_schema = {
    type: 'object',
    properties: { context: { type: 'object', properties: { account_id: {} } } },
  };
  expect(await faultsOf({ input_schema, request })).toEqual([['request.path', 'ambiguous_name']]);
});

it('[patch.request-context] a summary shows arguments alone, and a name has one part', async () => {
  expect(await faultsOf({ summary: { title: 'Pay from {{context.account_id}}' } })).toEqual([
    ['summary.title', 'unknown_argument'],
  ]);
  expect(await faultsOf({ request: { method: 'POST', path: '/{{context.a.b}}' } })).toEqual([
    ['request.path', 'unknown_context'],
  ]);
});
