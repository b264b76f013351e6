import type { Collection, Document, Filter } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';

/**
 * Changes a document with a pipeline that creates it if it does not exist, and returns it as it then is. If several
 * callers create it at once, the later ones change what the first one created.
 * @param pipeline may run more than once, on the result of an earlier run
 * @throws {ContentionError}
 */
export async function upsert<T extends { _id: string }>(
  collection: Pick<Collection<T>, 'findOneAndUpdate'>,
  id: string,
  pipeline: Document[],
): Promise<T> {
  const change = async () => {
    const document = await collection.findOneAndUpdate({ _id: id } as Filter<T>, pipeline, {
      upsert: true,
      returnDocument: 'after',
    });
    // MongoDB rejects the later ones; its stand-in returns no document.
    if (document === null) throw new StaleWriteError('somebody else made the document');
    return document as T;
  };
  return await retryOnConflict(
    'a document',
    change,
    (error) => error instanceof StaleWriteError || isDuplicateKey(error),
  );
}
