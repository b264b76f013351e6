import type { Collection, Document, Filter } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { StaleWriteError } from './stale-write.ts';

/**
 * Changes a document by a pipeline, which makes it when it is not there, and gives it as it then is. Of several that
 * make it at once, the later ones change what the first made.
 * @param pipeline may run more than once; what an earlier run did, it finds
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
    // MongoDB refuses those who come later; its stand-in tells them of no document.
    if (document === null) throw new StaleWriteError('somebody else made the document');
    return document as T;
  };
  return await retryOnConflict(
    'a document',
    change,
    (error) => error instanceof StaleWriteError || isDuplicateKey(error),
  );
}
