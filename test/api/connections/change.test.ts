import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import { createConnection, deleteConnection, patchConnection } from '#test/support/connections.ts';
import { startService, type TestService } from '#test/support/service.ts';
import { verdict } from '#test/support/verdict.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ worker: false });
});
afterAll(async () => await service.stop());

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
    [{ base_url: 'http://other.example' }],
    [{ auth: { type: 'header', name: 'X-Key', value: 'v' } }, { auth: { type: 'header', name: 'X-Key' } }],
    [{ headers: { 'X-B': 'b', 'X-C': 'c' } }, { header_names: ['X-B', 'X-C'] }],
    [{ headers: {} }, { header_names: [] }],
    [{ name: 'both', auth: { type: 'none' } }],
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
  const refused = await patchConnection(client, id, { name: 'one', base_url: 'http://other.example' });
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

it('[tenancy.cross-workspace] a connection of another workspace is not there', async () => {
  const client = await workspace();
  const other = await workspace();
  const created = await createConnection(client);
  for (const answer of [
    await other.get(`/v1/connections/${created.id}`),
    await patchConnection(other, created.id, { name: 'stolen' }),
    await deleteConnection(other, created.id),
    await other.post(`/v1/connections/${created.id}/test`),
  ]) {
    expect(verdict(answer)).toEqual([404, 'not_found']);
  }
  expect((await other.get('/v1/connections')).data).toEqual([]);
  expect((await client.get(`/v1/connections/${created.id}`)).data).toEqual(created);
});
