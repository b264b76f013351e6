import {
  MongoBulkWriteError,
  MongoServerError,
  type Collection,
  type OptionalUnlessRequiredId,
} from 'mongodb';

/** MongoDB's code for a document whose id or unique key already exists. */
export const duplicateKey = 11000;

/** Whether a write was rejected because a document with its id or its unique key exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/**
 * Inserts the documents that do not exist yet. Those that exist stay unchanged.
 * @returns the indexes of those that existed
 */
export async function insertMissing<Document extends { _id: string }>(
  collection: Collection<Document>,
  documents: OptionalUnlessRequiredId<Document>[],
): Promise<number[]> {
  try {
    await collection.insertMany(documents, { ordered: false });
    return [];
  } catch (error) {
    const refused = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (refused.length === 0 || refused.some(({ code }) => code !== duplicateKey)) throw error;
    return refused.map(({ index }) => index);
  }
}
