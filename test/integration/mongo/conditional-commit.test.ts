import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoNetworkError } from 'mongodb';
import { expect, it } from 'vitest';
import { Commit } from '#store/mongo/commit.ts';
import { thread } from '../../support/rules/documents.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);

async function insertThread(): Promise<string> {
  const _id = randomUUID();
  await db.threads.insertOne(thread({ _id, version: 1 }));
  return _id;
}

/** A commit that raises the version of a thread to 2. */
function raise(_id: string): Commit {
  return new Commit(db).replace('threads', thread({ _id, version: 2 }));
}

async function versionOf(_id: string): Promise<number | undefined> {
  return (await db.threads.findOne({ _id }))?.version;
}

it('stores nothing before its condition resolves', async () => {
  const id = await insertThread();
  const condition = Promise.withResolvers<void>();
  const stored = raise(id).onlyOnce(condition.promise).write();
  await expect(Promise.race([stored, sleep(200, 'waits')])).resolves.toBe('waits');
  expect(await versionOf(id)).toBe(1);
  condition.resolve();
  await stored;
  expect(await versionOf(id)).toBe(2);
});

it.each([new Error('refused'), new MongoNetworkError('lost')])(
  'stores nothing, and does not try again, if its condition rejects: %s',
  async (refused) => {
    const id = await insertThread();
    const write = raise(id).onlyOnce(Promise.reject(refused)).write();
    await expect(write).rejects.toBe(refused);
    expect(await versionOf(id)).toBe(1);
    // Nothing is left locked.
    await raise(id).write();
  },
);
