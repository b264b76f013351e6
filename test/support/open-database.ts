import { randomBytes } from 'node:crypto';
import type { Database } from '#store/mongo/database.ts';
import { type DatabaseOptions, openMigrated } from '#store/open-database.ts';
import { testKeyring } from './keyring.ts';

/** A database of its own on a server, migrated. Close it with `dropDatabase`. */
export async function openDatabaseOn(uri: string, options: Partial<DatabaseOptions> = {}): Promise<Database> {
  return await openMigrated({
    uri,
    database: `test_${randomBytes(6).toString('hex')}`,
    keyring: testKeyring,
    monitorCommands: true,
    ...options,
  });
}

/** Removes the database and closes its connections. */
export async function dropDatabase(db: Database): Promise<void> {
  await db.client.db(db.runs.dbName).dropDatabase();
  await db.close();
}
