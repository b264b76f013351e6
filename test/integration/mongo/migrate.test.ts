import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import type { Documents } from '#store/documents/documents.ts';
import { newId } from '#store/mongo/ids.ts';
import { defaultRetention, type Index, indexesOf, type Retention } from '#store/mongo/indexes.ts';
import { NotMigratedError } from '#store/mongo/migrate.ts';
import { openDatabase } from '#store/open-database.ts';
import { runAdmin } from '../../support/admin.ts';

const uri = inject('mongodbUri');
const client = new MongoClient(uri);
let database: string;
beforeEach(() => {
  database = `test_${randomBytes(6).toString('hex')}`;
  return async () => await client.db(database).dropDatabase();
});
afterAll(async () => await client.close());

const migrate = async () => await runAdmin(['migrate'], { MONGODB_URI: uri, MONGODB_DATABASE: database });
const collection = (name: keyof Documents) => client.db(database).collection(name);
const open = async (retention?: Retention) =>
  await (await openDatabase({ uri, database, ...(retention === undefined ? {} : { retention }) })).close();
const done = () => ({ database, migrated: true });
const hasIndexes = Object.entries(indexesOf(defaultRetention)).flatMap(
  ([name, indexes]: [string, readonly Index[]]) => indexes.map(() => name),
);

it('a database without indexes is not opened, and stays as it is', async () => {
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NotMigratedError);
  expect((refusal as Error).message).toMatch(
    new RegExp(`^The database ${database} lacks the index .*: run \`npm run admin -- migrate\`\\.$`),
  );
  expect(await client.db(database).listCollections().toArray()).toEqual([]);
});

it('the admin command creates every collection and index, and has nothing to do a second time', async () => {
  const first = await migrate();
  expect(first).toMatchObject({ code: 0, complaint: '' });
  expect(first.printed.at(-1)).toEqual(done());
  expect(first.printed.slice(0, -1).map(({ collection: name }) => name)).toEqual(hasIndexes);
  expect(new Set(first.printed.slice(0, -1).map(({ change }) => change))).toEqual(new Set(['created']));
  const names = (await client.db(database).listCollections().toArray()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(indexesOf(defaultRetention)).toSorted());
  await open();
  expect((await migrate()).printed).toEqual([done()]);
});

it('indexes that are missing or differ are named at start, and mended by the next migration', async () => {
  await migrate();
  await collection('turns').dropIndex('run_id_1_seq_1');
  await collection('deltas').dropIndex('created_at_1');
  await collection('deltas').createIndex({ created_at: 1 }, { expireAfterSeconds: 5 });
  await collection('messages').dropIndex('thread_id_1_seq_-1');
  await collection('messages').createIndex({ thread_id: 1, seq: -1 });
  await expect(open(defaultRetention)).rejects.toThrow(
    `The database ${database} has another index thread_id_1_seq_-1 of messages than it should have, lacks the index run_id_1_seq_1 of turns, has another index created_at_1 of deltas than it should have: run`,
  );
  expect((await migrate()).printed).toEqual([
    { collection: 'messages', index: 'thread_id_1_seq_-1', change: 'rebuilt' },
    { collection: 'turns', index: 'run_id_1_seq_1', change: 'created' },
    { collection: 'deltas', index: 'created_at_1', change: 'changed' },
    done(),
  ]);
  await open();
  expect(await collection('messages').indexInformation({ full: true })).toContainEqual(
    expect.objectContaining({ key: { thread_id: 1, seq: -1 }, unique: true }),
  );
});

it('[retention.settings] how long events and requests are kept follows the deployment with the next migration, and a process that serves wants it so', async () => {
  await migrate();
  const retention = { eventDays: 7, requestDays: 3 };
  await expect(open(retention)).rejects.toThrow(NotMigratedError);
  // An operator's command has no time limit from the outside.
  await open();
  const changed = await runAdmin(['migrate'], {
    MONGODB_URI: uri,
    MONGODB_DATABASE: database,
    EVENT_RETENTION_DAYS: '7',
    REQUEST_RETENTION_DAYS: '3',
  });
  expect(changed.printed).toEqual([
    { collection: 'events', index: 'created_at_1', change: 'changed' },
    { collection: 'requests', index: 'created_at_1', change: 'changed' },
    { collection: 'console_reads', index: 'created_at_1', change: 'changed' },
    { collection: 'webhook_attempts', index: 'created_at_1', change: 'changed' },
    done(),
  ]);
  await open(retention);
  const daySeconds = 24 * 60 * 60;
  for (const [name, days] of [
    ['events', 7],
    ['webhook_attempts', 7],
    ['requests', 3],
  ] as const) {
    expect(await collection(name).indexInformation({ full: true })).toContainEqual(
      expect.objectContaining({ key: { created_at: 1 }, expireAfterSeconds: days * daySeconds }),
    );
  }
});

it('an index that the service does not know is reported, and neither dropped nor in the way', async () => {
  await migrate();
  await collection('runs').createIndex({ cost: 1 });
  await open();
  expect((await migrate()).printed).toEqual([
    { collection: 'runs', index: 'cost_1', change: 'unknown' },
    done(),
  ]);
  expect(await collection('runs').indexExists('cost_1')).toBe(true);
});

it('documents that an index does not allow end a migration with one sentence; once they are gone it goes on', async () => {
  await collection('turns').insertMany([
    { run_id: 'a', seq: 1 },
    { run_id: 'a', seq: 1, at: newId() },
  ]);
  const refused = await migrate();
  expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining('E11000') });
  await collection('turns').deleteOne({ at: { $exists: true } });
  expect((await migrate()).printed.at(-1)).toEqual(done());
  await open();
});
