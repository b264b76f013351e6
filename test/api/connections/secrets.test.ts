import { randomBytes } from 'node:crypto';
import { inspect as inspectAt } from 'node:util';
import { BSON } from 'mongodb';
import { expect, it } from 'vitest';
import { openConnection, updateConnection } from '#store/connections/connections.ts';
import { operatorOf } from '#store/audit/record.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { createConnection, deleteConnection, patchConnection } from '../../support/connections.ts';
import { startService } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const old = { id: 'old', key: randomBytes(32) };
const current = { id: 'current', key: randomBytes(32) };

const service = perFile(() => startService({ worker: false, services: { keyring: new Keyring([old]) } }));
const workspace = perFile(() => service.workspace());
const inspect = (value: unknown) =>
  inspectAt(value, { depth: null, maxArrayLength: null, maxStringLength: null });
const headers = { 'X-Region': 'hunter-region' };
const open = async (id: string, keyring = new Keyring([current, old])) =>
  await openConnection(service.db, keyring, workspace.id, id);

it.each([
  ['none', { type: 'none' }, {}],
  ['bearer', { type: 'bearer', token: 'hunter2' }, { authorization: 'Bearer hunter2' }],
  [
    'basic',
    { type: 'basic', username: 'ada', password: 'hünter:2' },
    { authorization: `Basic ${Buffer.from('ada:hünter:2').toString('base64')}` },
  ],
  ['header', { type: 'header', name: 'X-Key', value: 'hunter2' }, { 'x-key': 'hunter2' }],
])('calls of a connection with auth %s carry its headers', async (name, auth, sent) => {
  const { id } = await createConnection(workspace.client, { name, auth, headers });
  expect(await open(id)).toEqual({
    id,
    name,
    type: 'http',
    base_url: 'https://bank.example/v1',
    updated_at: expect.any(Date),
    headers: { 'x-region': 'hunter-region', ...sent },
    trace_context: false,
  });
});

it('a header of auth goes before one of the same name', async () => {
  const { id } = await createConnection(workspace.client, {
    name: 'both',
    auth: { type: 'bearer', token: 'a' },
    headers: { Authorization: 'Basic b' },
  });
  expect((await open(id))?.headers).toEqual({ authorization: 'Bearer a' });
});

it('[connection.secrets-encrypted] [connection.secrets-never-returned] no secret is stored, shown or logged as it is', async () => {
  const { client } = workspace;
  const { id } = await createConnection(client, {
    name: 'sealed',
    auth: { type: 'bearer', token: 'hunter2' },
    headers,
  });
  const answers = [
    await client.get(`/v1/connections/${id}`),
    await client.get('/v1/connections'),
    await patchConnection(client, id, { auth: { type: 'basic', username: 'ada', password: 'hunter3' } }),
    await patchConnection(client, id, { auth: { type: 'bearer', token: 'hunter 4' } }),
    await client.post(`/v1/connections/${id}/test`),
  ];
  const stored = await service.db.connections.findOne({ _id: id });
  expect(stored).toMatchObject({
    auth: { password: { key_id: 'old' } },
    headers: { pairs: { key_id: 'old' } },
  });
  const seen = [BSON.serialize(stored ?? {}), ...[service.logs, answers].map((all) => inspect(all))];
  expect(seen.filter((bytes) => Buffer.from(bytes).includes('hunter'))).toEqual([]);
});

it('[connection.secrets-encrypted] after a rotation old secrets are still read, and new ones are of the new key', async () => {
  const { id } = await createConnection(workspace.client, {
    name: 'rotating',
    auth: { type: 'bearer', token: 'a' },
  });
  expect((await open(id))?.headers).toEqual({ authorization: 'Bearer a' });
  const onlyNew = new Keyring([current]);
  await expect(open(id, onlyNew)).rejects.toThrow(
    `connections ${id} headers is encrypted with the key old, which ENCRYPTION_KEYS lacks`,
  );
  const change = { auth: { type: 'bearer', token: 'b' }, headers: {} } as const;
  await updateConnection(service.db, new Keyring([current, old]), operatorOf(workspace.id), id, change);
  expect((await open(id, onlyNew))?.headers).toEqual({ authorization: 'Bearer b' });
});

it('[connection.secrets-encrypted] a secret that was moved to another connection is not sent to its host', async () => {
  const mine = await createConnection(workspace.client, {
    name: 'mine',
    auth: { type: 'bearer', token: 'a' },
  });
  const other = await createConnection(workspace.client, {
    name: 'other',
    auth: { type: 'bearer', token: 'b' },
  });
  const stolen = await service.db.connections.findOne({ _id: mine.id });
  await service.db.connections.updateOne(
    { _id: other.id },
    { $set: { auth: stolen?.auth ?? { type: 'none' } } },
  );
  await expect(open(other.id)).rejects.toThrow(
    `connections ${other.id} auth is not what was encrypted there`,
  );
});

it('there is nothing to call with of a connection that is gone, or of another workspace', async () => {
  const { id } = await createConnection(workspace.client, { name: 'gone' });
  const other = await service.workspace();
  expect(await openConnection(service.db, new Keyring([old]), other.id, id)).toBeNull();
  await deleteConnection(workspace.client, id);
  expect(await open(id)).toBeNull();
});
