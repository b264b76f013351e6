import { isDeepStrictEqual } from 'node:util';
import { type Db, MongoServerError } from 'mongodb';
import type { Collections, Database } from './database.ts';
import {
  differencesOf,
  type Index,
  type IndexDifference,
  type Indexes,
  type IndexOptions,
} from './indexes.ts';

/** What a migration did to an index, or found and left as it is. */
export interface IndexChange {
  collection: string;
  index: string;
  /**
   * `created`: it was missing. `changed`: it got another time to live. `rebuilt`: it was dropped and created with other
   * options. `unknown`: the service does not use it, and it was left.
   */
  change: 'created' | 'changed' | 'rebuilt' | 'unknown';
}

/** A process that serves found indexes that are missing or differ from what it needs. */
export class NotMigratedError extends Error {
  override name = 'NotMigratedError';
}

/** MongoDB's codes for a collection that does not exist, and for one that does. */
const namespaceNotFound = 26;
const namespaceExists = 48;

/**
 * Creates the collections and indexes that are missing, and gives indexes that differ the options they should have. It
 * drops no index that the service does not know. Repeating it changes nothing, and a run that broke off is completed by
 * the next one.
 * @throws {MongoServerError} when the data does not allow an index, for example two documents with one unique key
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
    if (!present.has(collection)) await createMissing(mongo, collection);
    for (const difference of await findDifferences(db, collection, indexes[collection])) {
      onChange({ collection, index: difference.name, change: await settle(db, collection, difference) });
    }
  }
}

/**
 * Checks that every index the service needs is there as it should be. It changes nothing.
 * @param anyTimes documents may be kept for another time than the indexes say
 * @throws {NotMigratedError} naming those that are missing or differ
 */
export async function checkMigrated(db: Database, indexes: Indexes, anyTimes: boolean): Promise<void> {
  const collections = Object.keys(indexes) as (keyof Collections)[];
  const found = await Promise.all(
    collections.map(async (collection) =>
      (await findDifferences(db, collection, indexes[collection])).flatMap((difference) => {
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
  throw new NotMigratedError(
    `The database ${db.runs.dbName} ${faults.join(', ')}: run \`npm run admin -- migrate\`.`,
  );
}

/** Not left to the first insert: that may be one of a transaction, which would hold up all others. */
async function createMissing(mongo: Db, name: string): Promise<void> {
  try {
    await mongo.createCollection(name);
  } catch (error) {
    // Another migration was quicker.
    if (!isOfCode(error, namespaceExists)) throw error;
  }
}

function isOfCode(error: unknown, code: number): boolean {
  return error instanceof MongoServerError && error.code === code;
}

async function findDifferences(
  db: Database,
  name: keyof Collections,
  wanted: readonly Index[],
): Promise<IndexDifference[]> {
  return differencesOf(wanted, await listIndexes(db, name));
}

async function listIndexes(db: Database, name: keyof Collections) {
  try {
    return await db[name].listIndexes().toArray();
  } catch (error) {
    if (isOfCode(error, namespaceNotFound)) return [];
    throw error;
  }
}

async function settle(
  db: Database,
  name: keyof Collections,
  difference: IndexDifference,
): Promise<IndexChange['change']> {
  if (difference.kind === 'unknown') return 'unknown';
  const [fields, options = {}] = difference.wanted;
  if (difference.kind === 'missing') {
    await db[name].createIndex(fields, options);
    return 'created';
  }
  if (differInTimeOnly(difference)) {
    const index = { keyPattern: fields, expireAfterSeconds: options.expireAfterSeconds };
    await db.client.db(db.runs.dbName).command({ collMod: name, index });
    return 'changed';
  }
  await db[name].dropIndex(difference.name);
  await db[name].createIndex(fields, options);
  return 'rebuilt';
}

/** The time to live is the one option that MongoDB changes in place. */
function differInTimeOnly({ wanted, found }: Extract<IndexDifference, { kind: 'differs' }>): boolean {
  const { expireAfterSeconds, ...rest }: IndexOptions = wanted[1] ?? {};
  const { expireAfterSeconds: other, ...foundRest } = found;
  return expireAfterSeconds !== undefined && other !== undefined && isDeepStrictEqual(rest, foundRest);
}
