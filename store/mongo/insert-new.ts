import type { Collection, InsertOneOptions, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';

/**
 * Inserts a document.
 * @throws {StaleWriteError} if there is already one with its id or its unique key
 */
export async function insertNew<Document extends { _id: string }>(
  collection: Collection<Document>,
  document: OptionalUnlessRequiredId<Document>,
  options: InsertOneOptions = {},
): Promise<void> {
  try {
    await collection.insertOne(document, options);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new StaleWriteError('the document was inserted first', { cause: error });
  }
}
