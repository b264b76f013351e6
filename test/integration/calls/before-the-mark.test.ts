import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PublishedPatches } from '#store/agents/published-patches.ts';
import { actingPatch, type Host, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { converse, settled } from '../../support/conversation.ts';
import { storedCalls } from '../../support/lost-attempt.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let host: Host;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.stop());
beforeEach(async () => {
  host = await startHost();
});
afterEach(async () => await host.stop());

const gated = [actingPatch('pay', { wired: { gate: 'confirm' } })];

/** A run that waits at its gate. */
async function startHeld(patches = gated, args: object = {}) {
  const acting = await startActing(service, { host, patches });
  const { id } = await converse(
    acting.client,
    acting.thread,
    `/call pay ${JSON.stringify(args)}\n---\n/say {{last}}`,
  );
  return { ...acting, id, call: await pendingCall(acting.client, acting.thread) };
}

it('[tool-call.mark-last] while the secrets of a connection cannot be decrypted its call is not marked; when they can, it is made once', async () => {
  const { client, workspace, id, call } = await startHeld();
  const { connections } = service.db;
  const connection = await connections.findOne({ workspace_id: workspace });
  if (connection === null) throw new Error('there is no connection');
  // Sealed for another place than it stands in.
  const { auth } = connection;
  const pairs = 'token' in auth ? auth.token : connection.headers.pairs;
  const broken = { ...connection.headers, pairs };
  await connections.updateOne({ _id: connection._id }, { $set: { headers: broken } });
  // After the first attempt has failed, the second one waits: the run would end with the fifth.
  const [again, whole] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const find = connections.findOne.bind(connections);
  let reads = 0;
  connections.findOne = (async (...args: Parameters<typeof find>) => {
    reads += 1;
    if (reads > 1) {
      again.resolve();
      await whole.promise;
    }
    return await find(...args);
  }) as typeof find;
  await confirm(client, id, call);
  await again.promise;
  expect((await storedCalls(service.db, id))[0]).not.toHaveProperty('sending');
  await connections.updateOne({ _id: connection._id }, { $set: { headers: connection.headers } });
  connections.findOne = find;
  whole.resolve();
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: '{"ok":true}' } });
  expect(host.calls).toHaveLength(1);
});

it('[tool-call.mark-last] a call whose connection was deleted fails clearly, and was never marked', async () => {
  const { client, workspace, id, call } = await startHeld();
  await service.db.connections.deleteMany({ workspace_id: workspace });
  await confirm(client, id, call);
  expect(await settled(client, id)).toMatchObject({ state: 'closed' });
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'no_connection' } }]);
  expect((await storedCalls(service.db, id))[0]).not.toHaveProperty('sending');
});

it('[tool-call.mark-last] arguments that do not fit the template fail the call clearly, and it was never marked', async () => {
  const long = 'x'.repeat(20_000);
  const request = { method: 'POST', path: '/pay', body: { all: '{{to}}'.repeat(60) } };
  const patches = [actingPatch('pay', { request, wired: { gate: 'confirm' } } as never)];
  const { client, id, call } = await startHeld(patches, { to: long });
  await confirm(client, id, call);
  expect(await settled(client, id)).toMatchObject({ state: 'closed' });
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'invalid_args' } }]);
  expect((await storedCalls(service.db, id))[0]).not.toHaveProperty('sending');
  expect(host.calls).toEqual([]);
});

it('[tool-call.mark-last] [run.end.no-pending-call] a call whose patch cannot be read is tried again unmarked, and then told as not made', async () => {
  const { client, id, call } = await startHeld();
  // As in a process that has not read the patch yet, and cannot.
  const reading = vi
    .spyOn(PublishedPatches.prototype, 'get')
    .mockRejectedValue(new TypeError('a fault of ours'));
  await confirm(client, id, call);
  expect(await settled(client, id)).toMatchObject({ state: 'failed', error: { code: 'internal_error' } });
  expect(reading).toHaveBeenCalledTimes(5);
  reading.mockRestore();
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'cancelled' } }]);
  expect((await storedCalls(service.db, id))[0]).not.toHaveProperty('sending');
  expect(host.calls).toEqual([]);
});
