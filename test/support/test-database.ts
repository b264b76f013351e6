import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#store/database.ts';

/** A database of its own for a test file. Close it with `dropDatabase`. */
export async function openTestDatabase(): Promise<Database> {
  return await openDatabase({
    uri: inject('mongodbUri'),
    database: `test_${randomBytes(6).toString('hex')}`,
  });
}

/** Removes a test file's database and closes its connections. */
export async function dropDatabase(db: Database): Promise<void> {
  await db.client.db(db.runs.dbName).dropDatabase();
  await db.close();
}
