import { expect, it } from 'vitest';
import type { Patch, PatchDefinition } from '#contract/patch.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace()).client);
const publish = async (parts: object = {}) => await client.post<Patch>('/v1/patches', patchDefinition(parts));
const get = async (ref: string) => await client.get<Patch>(`/v1/patches/${ref}`);

const everything: Partial<PatchDefinition> = {
  key: 'everything',
  redact: { args: ['/recipient/name'], result: ['', '/items/*/pin'] },
  price_credits: 0.000_001,
  timeout_seconds: 300,
  summary: { title: 'Pay {{amount}}', fields: [{ label: 'To', value: '{{ recipient.name }}' }] },
  request: {
    method: 'POST',
    path: '/payments/{{recipient.name}}',
    query: { note: '{{note}}' },
    headers: { 'X-Amount': '{{amount}}' },
    body: { amount: '{{amount}}', nested: [{ note: 'n: {{note}}' }, null, 1] },
  },
};

it('[patch.publish.created] [patch.publish.timeout] the first version is key@1, with the declaration', async () => {
  const { status, data } = await publish({ key: 'first' });
  expect(status).toBe(201);
  expect(data).toEqual({
    ...patchDefinition({ key: 'first' }),
    ref: 'first@1',
    version: 1,
    timeout_seconds: 30,
    created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
  });
});

it('[patch.publish.created] [patch.list-and-get] all that can be declared comes back as it was', async () => {
  const { data } = await publish(everything);
  expect(data).toMatchObject(patchDefinition(everything));
  expect((await get('everything@1')).data).toEqual(data);
});

it('[patch.publish.next-version] each publication is a version, also of the same definition', async () => {
  const first = await publish({ key: 'twice' });
  const same = await publish({ key: 'twice' });
  const other = await publish({ key: 'twice', description: 'Other.' });
  expect([first, same, other].map(({ status, data }) => [status, data.ref])).toEqual([
    [201, 'twice@1'],
    [201, 'twice@2'],
    [201, 'twice@3'],
  ]);
  expect((await get('twice@1')).data).toEqual(first.data);
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    expect(verdict(await client.send(method, '/v1/patches/twice@1'))).toEqual([405, 'method_not_allowed']);
  }
});

it('[patch.publish.next-version] publications at once each get a version of their own', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => publish({ key: 'race' })));
  const versions = answers.map(({ data }) => data.version).toSorted((a, b) => a - b);
  expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('a schema is kept to the letter, also what a database would take for its own', async () => {
  const input_schema = {
    type: 'object',
    $id: 'https://host/schema',
    properties: {
      'a.b': { $ref: '#/$defs/$set', $comment: 'dotted' },
      $where: { const: { $ref: 'x', $id: 'y', $db: 'z' } },
      constructor: { enum: [1e300, -0.1, 2 ** 53] },
      '': true,
    },
    $defs: { $set: { type: ['string', 'null'] } },
  };
  const { status, data } = await publish({ key: 'odd', input_schema });
  expect([status, data.input_schema]).toEqual([201, input_schema]);
  expect((await get('odd@1')).data.input_schema).toEqual(input_schema);
  expect(Object.keys((await get('odd@1')).data.input_schema)).toEqual(Object.keys(input_schema));
});

it('[patch.list-and-get] keys of different workspaces are different keys', async () => {
  await publish({ key: 'mine' });
  const other = (await service.workspace()).client;
  expect(verdict(await other.get('/v1/patches/mine@1'))).toEqual([404, 'not_found']);
  expect((await other.post<Patch>('/v1/patches', patchDefinition({ key: 'mine' }))).data.ref).toBe('mine@1');
});

it.each([
  'pay',
  'none@1',
  'pay@0',
  'pay@01',
  'pay@2.0',
  'pay@',
  '@1',
  'Pay@1',
  'pay@9999999999',
  '%00@1',
  'constructor@1',
])('[patch.list-and-get] %s names no patch', async (ref) => {
  expect(verdict(await get(ref))).toEqual([404, 'not_found']);
});

it('[patch.list-and-get] a reference may come escaped', async () => {
  expect((await get('ask_user%401')).data.ref).toBe('ask_user@1');
});
