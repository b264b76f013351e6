import { type Collection, MongoClient, MongoNetworkError, type MongoServerError } from 'mongodb';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Command } from '../../support/mongodb-proxy/command.ts';
import { type MongodbProxy, startMongodbProxy } from '../../support/mongodb-proxy/mongodb-proxy.ts';
import { openTestDatabase, dropDatabase } from '../../support/test-database.ts';
import { perTest } from '../../support/per-file.ts';

interface Counter {
  _id: string;
  count: number;
}

const db = perTest(openTestDatabase, dropDatabase);
let proxy: MongodbProxy;
let client: MongoClient;
let counters: Collection<Counter>;
beforeEach(async () => {
  const { hostname, port } = new URL(inject('mongodbUri'));
  proxy = await startMongodbProxy({ host: hostname, port: Number(port) });
  client = await connect({ retryWrites: false });
  counters = client.db(db.runs.dbName).collection('counters');
  await counters.insertOne({ _id: 'a', count: 0 });
});

afterEach(async () => {
  await client.close();
  await proxy.cut();
});

async function connect(options: { retryWrites: boolean }): Promise<MongoClient> {
  const uri = `mongodb://127.0.0.1:${proxy.port}/?serverMonitoringMode=poll&w=majority`;
  return await new MongoClient(uri, { ...options, serverSelectionTimeoutMS: 5000 }).connect();
}

const update = ({ name }: Command) => name === 'update';
const add = async (on = counters) => await on.updateOne({ _id: 'a' }, { $inc: { count: 1 } });
const count = async () => (await counters.findOne({ _id: 'a' }))?.count;

it('what nothing is wrong with goes through, and the client stays with the proxy', async () => {
  await add();
  expect(await count()).toBe(1);
  const { hosts, primary } = await client.db('admin').command({ hello: 1 });
  expect([hosts, primary]).toEqual([[`127.0.0.1:${proxy.port}`], `127.0.0.1:${proxy.port}`]);
});

it('a stream of greetings goes through', async () => {
  const streaming = new MongoClient(`mongodb://127.0.0.1:${proxy.port}/?serverMonitoringMode=stream`, {
    heartbeatFrequencyMS: 500,
  });
  let awaited = 0;
  streaming.on('serverHeartbeatSucceeded', (heartbeat) => {
    if (heartbeat.awaited) awaited += 1;
  });
  await streaming.connect();
  await expect.poll(() => awaited).toBeGreaterThan(2);
  await streaming.close();
});

it('an error is answered instead of the work, or after it', async () => {
  for (const [applied, done] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const fault = proxy.inject({ strikes: update, effect: { errors: ['NotWritablePrimary'], applied } });
    await expect(add()).rejects.toMatchObject({ code: 10107, codeName: 'NotWritablePrimary' });
    expect(fault.struck).toBe(1);
    fault.lift();
    expect(await count()).toBe(done);
  }
});

it('a connection is lost before the work, or after it', async () => {
  for (const [lost, done] of [
    ['command', 0],
    ['reply', 1],
  ] as const) {
    const fault = proxy.inject({ strikes: update, effect: { lost } });
    await expect(add()).rejects.toThrow(MongoNetworkError);
    fault.lift();
    expect(await count()).toBe(done);
  }
});

it('errors are told in turn, of those commands that are to be struck', async () => {
  const errors = ['WriteConflict', 'InterruptedDueToReplStateChange'] as const;
  const fault = proxy.inject({ strikes: update, effect: { errors }, every: 4, inRow: 2, times: 3 });
  const told: unknown[] = [];
  for (let index = 0; index < 8; index += 1) {
    told.push(
      await add().then(
        () => 'done',
        (error: MongoServerError) => error.codeName,
      ),
    );
  }
  const [conflict, interrupted] = errors;
  expect(told).toEqual([conflict, interrupted, 'done', 'done', conflict, 'done', 'done', 'done']);
  expect(fault.struck).toBe(3);
});

it('labels are those of MongoDB: a transaction is tried again, and so are its commit and a single write', async () => {
  const retrying = await connect({ retryWrites: true });
  const on = retrying.db(db.runs.dbName).collection<Counter>('counters');
  const faults = [
    proxy.inject({
      strikes: ({ inTransaction, name }) => inTransaction && name === 'update',
      effect: { errors: ['WriteConflict'] },
      times: 2,
    }),
    proxy.inject({
      strikes: ({ name }) => name === 'commitTransaction',
      effect: { errors: ['ShutdownInProgress'], applied: true },
      times: 1,
    }),
    proxy.inject({ strikes: ({ retryableWrite }) => retryableWrite, effect: { lost: 'reply' }, times: 1 }),
  ];
  let tries = 0;
  await retrying.withSession(async (session) => {
    await session.withTransaction(async () => {
      tries += 1;
      await on.updateOne({ _id: 'a' }, { $inc: { count: 10 } }, { session });
    });
  });
  await add(on);
  expect([tries, await count(), ...faults.map(({ struck }) => struck)]).toEqual([3, 11, 2, 1, 1]);
  await retrying.close();
});

it('labels of change streams: the driver resumes after a stepdown, and gives up without history', async () => {
  // A stream that is resumed before its first event begins with the moment at which it was opened, that of the insert.
  const updates = [{ $match: { operationType: 'update' } }];
  const stream = client.db(db.runs.dbName).watch(updates, { maxAwaitTimeMS: 200 });
  const changeStream = ({ changeStream: is, name }: Command) => is && name === 'getMore';
  await stream.tryNext();
  for (const error of ['NotWritablePrimary', 'CursorNotFound'] as const) {
    const fault = proxy.inject({ strikes: changeStream, effect: { errors: [error] }, times: 1 });
    await add();
    expect(await stream.next()).toMatchObject({ operationType: 'update' });
    expect(fault.struck).toBe(1);
  }
  proxy.inject({ strikes: changeStream, effect: { errors: ['ChangeStreamHistoryLost'] } });
  await expect(stream.next()).rejects.toMatchObject({ code: 286 });
});
