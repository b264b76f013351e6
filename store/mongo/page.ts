import type { Page } from '#contract/pagination.ts';

/**
 * Cuts a page out of `limit + 1` documents that were read: the one too many tells that there is more.
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
