import { inject } from 'vitest';
import type { Database } from '#store/mongo/database.ts';
import type { DatabaseOptions } from '#store/open-database.ts';
import { openDatabaseOn } from './open-database.ts';

export { dropDatabase } from './open-database.ts';

/** A database of its own for a test file, on the MongoDB of the test run. Close it with `dropDatabase`. */
export async function openTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  return await openDatabaseOn(inject('mongodbUri'), options);
}
