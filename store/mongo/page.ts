import type { Collection, Filter } from 'mongodb';
import type { Page } from '#contract/pagination.ts';

/**
 * Cuts a page out of `limit + 1` documents: the extra one shows that there are more.
 * @param position where the page after the given document starts
 */
export function toPage<Item, Position>(
  documents: Item[],
  limit: number,
  position: (last: Item) => Position,
): Page<Item, Position> {
  const items = documents.slice(0, limit);
  const last = items.at(-1);
  return { items, next: documents.length > limit && last !== undefined ? position(last) : null };
}

/** One page of the matching documents, newest first, because ids are in the order of their creation. */
export async function newestPage<T extends { _id: string }>(
  collection: Pick<Collection<T>, 'find'>,
  filter: Filter<T>,
  limit: number,
  after: string | undefined,
): Promise<Page<T, string>> {
  const older = after === undefined ? filter : ({ ...filter, _id: { $lt: after } } as Filter<T>);
  const documents = await collection
    .find(older)
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray();
  return toPage(documents as T[], limit, (last) => last._id);
}
