import {
  MongoBulkWriteError,
  MongoServerError,
  type Collection,
  type OptionalUnlessRequiredId,
} from 'mongodb';

/** MongoDB's code for a document whose id, or unique key, is there already. */
export const duplicateKey = 11000;

/** Whether a write was refused for a document with its id, or its unique key, that is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/**
 * Inserts the documents that are not there yet; those that are stay as they are.
 * @returns the indexes of those that were there
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
