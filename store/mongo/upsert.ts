import type { Collection, Document, Filter } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';

/**
 * Changes a document by a pipeline, which makes it when it is not there, and gives it as it then is. Of several that
 * make it at once, the later ones change what the first made.
 * @param pipeline may run more than once; what an earlier run did, it finds
 */
export async function upsert<T extends { _id: string }>(
  collection: Pick<Collection<T>, 'findOneAndUpdate'>,
  id: string,
  pipeline: Document[],
): Promise<T> {
  for (;;) {
    try {
      const document = await collection.findOneAndUpdate({ _id: id } as Filter<T>, pipeline, {
        upsert: true,
        returnDocument: 'after',
      });
      // Who comes later is refused by MongoDB, and told of no document by its stand-in: both look again.
      if (document !== null) return document as T;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
