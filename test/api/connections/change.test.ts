import { expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import { newId } from '#store/mongo/ids.ts';
import { createConnection, deleteConnection, patchConnection } from '../../support/connections.ts';
import { verdict } from '../../support/verdict.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const workspace = async () => (await service.workspace()).client;

it('[connection.change] connections are listed newest first, page by page', async () => {
  const client = await workspace();
  const created: Connection[] = [];
  for (const name of ['a', 'b', 'c']) created.unshift(await createConnection(client, { name }));
  const first = await client.get<Connection[]>('/v1/connections?limit=2');
  expect([first.data, first.pagination.has_more]).toEqual([created.slice(0, 2), true]);
  const rest = await client.get(`/v1/connections?limit=2&cursor=${first.pagination.next_cursor}`);
  expect([rest.data, rest.pagination]).toEqual([
    created.slice(2),
    { next_cursor: null, has_more: false, limit: 2 },
  ]);
});

it('[connection.change] each field that is given replaces what was, and nothing else changes', async () => {
  const client = await workspace();
  const created = await createConnection(client, {
    auth: { type: 'basic', username: 'ada', password: 'p' },
    headers: { 'X-A': 'a' },
  });
  const expected: Record<string, unknown> = { ...created };
  const steps: [change: Record<string, unknown>, shown?: Record<string, unknown>][] = [
    [{ name: 'renamed' }],
    [{ base_url: 'https://bank.example:443/v2/' }],
    [
      { base_url: 'http://other.example', auth: { type: 'none' }, headers: {} },
      { base_url: 'http://other.example', auth: { type: 'none' }, header_names: [] },
    ],
    [{ auth: { type: 'header', name: 'X-Key', value: 'v' } }, { auth: { type: 'header', name: 'X-Key' } }],
    [{ headers: { 'X-B': 'b', 'X-C': 'c' } }, { header_names: ['X-B', 'X-C'] }],
    [{ headers: {} }, { header_names: [] }],
    [{ name: 'both', auth: { type: 'none' } }],
    [{ trace_context: true }],
    [{ base_url: 'http://other.example/v2' }],
    [{ trace_context: false }],
  ];
  for (const [change, shown = change] of steps) {
    const answer = await patchConnection(client, created.id, change);
    expect(answer.status).toBe(200);
    Object.assign(expected, shown, { updated_at: answer.data.updated_at });
    expect(answer.data).toEqual(expected);
    expect(answer.data.updated_at >= created.updated_at).toBe(true);
    expect((await client.get(`/v1/connections/${created.id}`)).data).toEqual(expected);
  }
});

it('[connection.change] a change of nothing changes nothing', async () => {
  const client = await workspace();
  const created = await createConnection(client);
  const answer = await patchConnection(client, created.id, {});
  expect([answer.status, answer.data]).toEqual([200, created]);
});

it('[connection.name] a name that another connection has is not taken over; its own it may keep', async () => {
  const client = await workspace();
  await createConnection(client, { name: 'one' });
  const { id } = await createConnection(client, { name: 'two' });
  const refused = await patchConnection(client, id, { name: 'one', base_url: 'https://bank.example/v2' });
  expect(verdict(refused)).toEqual([409, 'connection_name_taken']);
  expect((await client.get<Connection>(`/v1/connections/${id}`)).data.base_url).toBe(
    'https://bank.example/v1',
  );
  expect(verdict(await patchConnection(client, id, { name: 'two' }))).toEqual([200]);
});

it.each([
  ['name', 'No'],
  ['base_url', 'ftp://bank.example'],
  ['auth', { type: 'basic', username: 'ada' }],
  ['headers', { Host: 'v' }],
  ['id', 'x'],
])('a change of %s to %j is refused', async (field, value) => {
  const client = await workspace();
  const created = await createConnection(client);
  expect(verdict(await patchConnection(client, created.id, { [field]: value }))).toEqual([
    422,
    'invalid_request',
  ]);
  expect((await client.get(`/v1/connections/${created.id}`)).data).toEqual(created);
});

it.each([
  ['another host', 'https://evil.example/v1'],
  ['another scheme', 'http://bank.example/v1'],
  ['another port', 'https://bank.example:8443/v1'],
  ['a host below it', 'https://api.bank.example/v1'],
])(
  '[connection.change.origin] a change to %s must give auth and headers again, and otherwise changes nothing',
  async (_, base_url) => {
    const client = await workspace();
    const created = await createConnection(client, {
      auth: { type: 'bearer', token: 's3cret' },
      headers: { 'X-Key': 'k' },
    });
    const auth = { type: 'bearer', token: 'another' };
    const refused: [change: object, missing: string[]][] = [
      [{ base_url }, ['auth', 'headers']],
      [{ base_url, auth }, ['headers']],
      [{ base_url, headers: {}, name: 'moved' }, ['auth']],
    ];
    for (const [change, missing] of refused) {
      const answer = await patchConnection(client, created.id, change);
      expect(verdict(answer)).toEqual([422, 'invalid_request']);
      expect((answer.error.details as { path: string }[]).map(({ path }) => path)).toEqual(missing);
      expect((await client.get(`/v1/connections/${created.id}`)).data).toEqual(created);
    }
    const moved = await patchConnection(client, created.id, { base_url, auth, headers: { 'X-Key': 'l' } });
    expect([moved.status, moved.data.base_url]).toEqual([200, base_url]);
  },
);

it('[connection.change.origin] another path of the same origin, however it is written, needs neither', async () => {
  const client = await workspace();
  const { id } = await createConnection(client, { auth: { type: 'bearer', token: 's3cret' } });
  for (const base_url of [
    'https://bank.example',
    'https://BANK.example:443/v2',
    'HTTPS://bank.example/v3/',
  ]) {
    const { status, data } = await patchConnection(client, id, { base_url });
    expect([status, data.base_url, data.auth.type]).toEqual([200, base_url, 'bearer']);
  }
});

it('[connection.change.origin] of a move and a change of the path at once, neither sends the secret elsewhere', async () => {
  const client = await workspace();
  const { id } = await createConnection(client, { auth: { type: 'bearer', token: 's3cret' } });
  const moved = { base_url: 'https://other.example', auth: { type: 'none' }, headers: {} };
  const [move, change] = await Promise.all([
    patchConnection(client, id, moved),
    patchConnection(client, id, { base_url: 'https://bank.example/v2' }),
  ]);
  expect(move.status).toBe(200);
  expect(change.status).toBeOneOf([200, 422]);
  const { data } = await client.get<Connection>(`/v1/connections/${id}`);
  expect([data.base_url, data.auth.type]).toEqual(['https://other.example', 'none']);
});

it('[connection.change.origin] a connection that is not there is 404, whatever the change', async () => {
  const client = await workspace();
  const answer = await patchConnection(client, newId(), { base_url: 'https://other.example' });
  expect(verdict(answer)).toEqual([404, 'not_found']);
});

it('[connection.change] a connection that is deleted is gone, and its name is free', async () => {
  const client = await workspace();
  const { id } = await createConnection(client);
  const deleted = await deleteConnection(client, id);
  expect([deleted.status, deleted.data]).toEqual([200, { id }]);
  expect((await client.get(`/v1/connections`)).data).toEqual([]);
  for (const answer of [
    await client.get(`/v1/connections/${id}`),
    await patchConnection(client, id, {}),
    await patchConnection(client, id, { name: 'again' }),
    await deleteConnection(client, id),
    await client.post(`/v1/connections/${id}/test`),
  ]) {
    expect(verdict(answer)).toEqual([404, 'not_found']);
  }
  expect((await createConnection(client)).id).not.toBe(id);
});
