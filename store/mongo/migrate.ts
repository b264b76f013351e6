import { isDeepStrictEqual } from 'node:util';
import { type Db, MongoServerError } from 'mongodb';
import type { Collections, Database } from './database.ts';
import { differencesOf, type IndexDifference, type Indexes, type IndexOptions } from './indexes.ts';

/** The effect of a migration on an index. */
export interface IndexChange {
  collection: string;
  index: string;
  /**
   * `created`: it was missing. `changed`: its time to live was changed. `rebuilt`: it was dropped and created with
   * other options. `unknown`: the service does not use it, and it was left unchanged.
   */
  change: 'created' | 'changed' | 'rebuilt' | 'unknown';
}

/** A process of the service found indexes that are missing or differ. */
export class NotMigratedError extends Error {
  override name = 'NotMigratedError';
}

/** The most faults that an error names: an empty database lacks everything. */
const shownFaults = 3;

/** MongoDB's codes for a collection that does not exist, and for one that does. */
const namespaceNotFound = 26;
const namespaceExists = 48;

/**
 * Creates the missing collections and indexes, and gives indexes that differ the right options. It does not drop
 * unknown indexes. It can be repeated, and completes a run that was interrupted.
 * @throws {MongoServerError} if the data violates an index, for example two documents with the same unique key
 */
export async function migrate(
  db: Database,
  indexes: Indexes,
  onChange: (change: IndexChange) => void,
): Promise<void> {
  const mongo = db.client.db(db.runs.dbName);
  const present = new Set(
    (await mongo.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  for (const collection of Object.keys(indexes) as (keyof Collections)[]) {
    const isThere = present.has(collection);
    if (!isThere && indexes[collection].length === 0) await createMissing(mongo, collection);
    const differences = differencesOf(indexes[collection], isThere ? await listIndexes(db, collection) : []);
    await createAllMissing(db, collection, differences);
    for (const difference of differences) {
      onChange({ collection, index: difference.name, change: await settle(db, collection, difference) });
    }
  }
}

/**
 * Checks that every index that the service needs exists with the right options. It changes nothing.
 * @param anyTimes accept indexes with another time to live
 * @throws {NotMigratedError} naming some that are missing or differ
 */
export async function checkMigrated(db: Database, indexes: Indexes, anyTimes: boolean): Promise<void> {
  const collections = Object.keys(indexes) as (keyof Collections)[];
  const found = await Promise.all(
    collections.map(async (collection) =>
      differencesOf(indexes[collection], await listIndexes(db, collection)).flatMap((difference) => {
        const { kind, name } = difference;
        if (kind === 'unknown') return [];
        if (kind === 'differs' && anyTimes && differInTimeOnly(difference)) return [];
        return kind === 'missing'
          ? [`lacks the index ${name} of ${collection}`]
          : [`has another index ${name} of ${collection} than it should have`];
      }),
    ),
  );
  const faults = found.flat();
  if (faults.length === 0) return;
  const more = faults.length > shownFaults ? `, and ${faults.length - shownFaults} more faults` : '';
  throw new NotMigratedError(
    `The database ${db.runs.dbName} ${faults.slice(0, shownFaults).join(', ')}${more}: run \`npm run admin -- migrate\`.`,
  );
}

/** This is not left to the first insert, which may be in a transaction that would block all others. */
async function createMissing(mongo: Db, name: string): Promise<void> {
  try {
    await mongo.createCollection(name);
  } catch (error) {
    // Another migration was faster.
    if (!isOfCode(error, namespaceExists)) throw error;
  }
}

/** With one command, which creates the collection too, and does nothing about what another migration has created. */
async function createAllMissing(
  db: Database,
  name: keyof Collections,
  differences: readonly IndexDifference[],
): Promise<void> {
  const missing = differences.flatMap((each) => (each.kind === 'missing' ? [each.wanted] : []));
  if (missing.length === 0) return;
  await db[name].createIndexes(missing.map(([key, options]) => ({ key, ...options })));
}

function isOfCode(error: unknown, code: number): boolean {
  return error instanceof MongoServerError && error.code === code;
}

async function listIndexes(db: Database, name: keyof Collections) {
  try {
    return await db[name].listIndexes().toArray();
  } catch (error) {
    if (isOfCode(error, namespaceNotFound)) return [];
    throw error;
  }
}

/** Missing indexes have been created before. */
async function settle(
  db: Database,
  name: keyof Collections,
  difference: IndexDifference,
): Promise<IndexChange['change']> {
  if (difference.kind === 'unknown') return 'unknown';
  if (difference.kind === 'missing') return 'created';
  const [fields, options = {}] = difference.wanted;
  if (differInTimeOnly(difference)) {
    const index = { keyPattern: fields, expireAfterSeconds: options.expireAfterSeconds };
    await db.client.db(db.runs.dbName).command({ collMod: name, index });
    return 'changed';
  }
  await db[name].dropIndex(difference.name);
  await db[name].createIndex(fields, options);
  return 'rebuilt';
}

/** The time to live is the only option that MongoDB can change in place. */
function differInTimeOnly({ wanted, found }: Extract<IndexDifference, { kind: 'differs' }>): boolean {
  const { expireAfterSeconds, ...rest }: IndexOptions = wanted[1] ?? {};
  const { expireAfterSeconds: other, ...foundRest } = found;
  return expireAfterSeconds !== undefined && other !== undefined && isDeepStrictEqual(rest, foundRest);
}
