import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { BSON, type Collection, type Document, type Filter, type FindCursor } from 'mongodb';
import type { Page } from '#contract/pagination.ts';

/** Parsing and serializing more than this at once would delay other requests. */
const pageBytes = 512 * 1024;
/** After so much, other requests get their turn: the driver parses what it has received without a pause. */
const bytesAtOnce = 64 * 1024;

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

/**
 * Reads a page of at most `limit` documents. It ends earlier if they become larger than 512 KiB together, but it has at
 * least one (pagination.page-size).
 * @param cursor the documents in the order of the pages, from the start of this one
 * @param position where the page after the given document starts
 * @param further how many bytes more have to be read for a document to be shown. Default: none
 */
export async function readPage<Item extends Document, Position>(
  cursor: FindCursor<Item>,
  limit: number,
  position: (last: Item) => Position,
  further: (document: Item) => number = () => 0,
): Promise<Page<Item, Position>> {
  const documents: Item[] = [];
  let bytes = 0;
  let atOnce = 0;
  for await (const document of cursor.limit(limit + 1)) {
    documents.push(document);
    const size = BSON.calculateObjectSize(document) + further(document);
    bytes += size;
    atOnce += size;
    if (atOnce > bytesAtOnce) {
      await yieldToOthers();
      atOnce = 0;
    }
    if (bytes > pageBytes && documents.length > 1) break;
  }
  const isFull = bytes > pageBytes && documents.length > 1;
  return toPage(documents, isFull ? Math.min(limit, documents.length - 1) : limit, position);
}

/**
 * One page of the matching documents, newest first, because ids are in the order of their creation.
 * @param further how many bytes more have to be read for a document to be shown. Default: none
 */
export async function newestPage<T extends { _id: string }>(
  collection: Pick<Collection<T>, 'find'>,
  filter: Filter<T>,
  limit: number,
  after: string | undefined,
  further?: (document: T) => number,
): Promise<Page<T, string>> {
  const older = after === undefined ? filter : ({ ...filter, _id: { $lt: after } } as Filter<T>);
  return await readPage(collection.find<T>(older).sort({ _id: -1 }), limit, (last) => last._id, further);
}
