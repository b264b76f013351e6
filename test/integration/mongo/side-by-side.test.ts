import { randomUUID } from 'node:crypto';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { EnginePorts } from '#engine/ports/engine-ports.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { testKeyring } from '../../support/keyring.ts';
import { type MongodbProxy, startMongodbProxy } from '../../support/mongodb-proxy/mongodb-proxy.ts';
import { dropDatabase, openDatabaseOn } from '../../support/open-database.ts';
import { call, later, now, run, thread } from '../../support/rules/documents.ts';

let db: Database;
let proxy: MongodbProxy;
let ports: Pick<EnginePorts, 'store' | 'freezes' | 'connections'>;
beforeAll(async () => {
  const uri = new URL(inject('mongodbUri'));
  proxy = await startMongodbProxy({ host: uri.hostname, port: Number(uri.port) });
  uri.host = `127.0.0.1:${proxy.port}`;
  uri.searchParams.delete('directConnection');
  uri.searchParams.set('serverMonitoringMode', 'poll');
  db = await openDatabaseOn(uri.href);
  ports = runPorts(db, testKeyring);
});
afterAll(async () => {
  await dropDatabase(db);
  await proxy.cut();
});

/** The commands that were sent to the server meanwhile. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const note = ({ commandName }: CommandStartedEvent) => void sent.push(commandName);
  db.client.on('commandStarted', note);
  await work();
  db.client.off('commandStarted', note);
  return sent;
}

/** Does the same for each of ten calls, at the same time. */
async function forTen<Result>(work: (index: number) => Promise<Result>): Promise<Result[]> {
  return await Promise.all(Array.from({ length: 10 }, async (_, index) => await work(index)));
}

/** A run with ten calls that are about to be sent. */
async function storedRun() {
  const [run_id, thread_id] = [newId(), newId()];
  const calls = Array.from({ length: 10 }, (_, index) => call({ _id: newId(), run_id, index }));
  await db.runs.insertOne(run({ _id: run_id, thread_id, turn_count: 1 }));
  await db.threads.insertOne(thread({ _id: thread_id }));
  await db.tool_calls.insertMany(calls);
  return { run_id, thread_id, calls };
}

it('calls that are made side by side are marked by two commands, the first alone and the others together', async () => {
  const { calls } = await storedRun();
  const mark = { by: 'one', until: later(30), sent: undefined };
  const sent = await sentBy(async () => {
    const marked = await Promise.all(calls.map((each) => ports.store.markSending(each, mark)));
    expect(marked.map((each) => each?._id)).toEqual(calls.map(({ _id }) => _id));
  });
  expect(sent).toEqual(['bulkWrite', 'bulkWrite']);
});

it('they read their run twice', async () => {
  const { run_id, thread_id, calls } = await storedRun();
  const sent = await sentBy(async () => {
    const read = await forTen(async () => await ports.store.read({ run_id, thread_id, turn_count: 1 }));
    expect(read.map((each) => each?.calls.length)).toEqual(Array(10).fill(calls.length));
    await forTen(async () => expect((await ports.store.findRun(run_id))?._id).toBe(run_id));
  });
  expect(sent).toEqual(Array(2 * 3 + 2).fill('find'));
});

it('each gets the oldest freeze that covers it, and its own connection', async () => {
  const workspace_id = randomUUID();
  const targets = forEachIndex((index) => `connection:${index % 3}`);
  for (const [scope, target] of [
    ['connection', 'connection:0'],
    ['connection', 'connection:1'],
    ['workspace', 'workspace'],
  ] as const) {
    const _id = newId();
    await db.freezes.insertOne({ _id, workspace_id, scope, reason: target, at: now, target, key: target });
  }
  const sent = await sentBy(async () => {
    const frozen = await forTen(
      async (index) => await ports.freezes.covering(workspace_id, ['workspace', targets[index] ?? '']),
    );
    const reasons = ['connection:0', 'connection:1', 'workspace'];
    expect(frozen.map((each) => each?.reason)).toEqual(forEachIndex((index) => reasons[index % 3]));
    expect(await ports.freezes.covering(randomUUID(), ['workspace'])).toBeUndefined();
    expect(await forTen(async () => await ports.connections.find(workspace_id, newId()))).toEqual(
      Array(10).fill(null),
    );
  });
  expect(sent).toEqual(Array(2 + 1 + 2).fill('find'));
});

it('marks that the server has not confirmed are written once more, and count once', async () => {
  const { calls } = await storedRun();
  // The driver sends a command a second time of its own accord.
  proxy.inject({ strikes: ({ name }) => name === 'bulkWrite', effect: { lost: 'reply' }, times: 2 });
  const mark = async (each: (typeof calls)[number]) =>
    await ports.store.markSending(each, { by: each._id, until: later(30), sent: undefined });
  const first = await Promise.allSettled(calls.slice(0, 1).map(mark));
  expect(first.map((each) => each.status === 'rejected' && ports.store.isOutage(each.reason))).toEqual([
    true,
  ]);
  const again = await Promise.all(calls.map(mark));
  expect(again.map((each) => each?.sending.attempts)).toEqual(Array(10).fill(1));
});

function forEachIndex<Value>(of: (index: number) => Value): Value[] {
  return Array.from({ length: 10 }, (_, index) => of(index));
}
