import type { Page, PageBounds } from '#contract/pagination.ts';
import type { Reply } from '../endpoint/endpoint.ts';
import type { Cursors, CursorScope } from './cursors.ts';

/** The page that a client requested. */
export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * Responds with one page of a collection.
 * @param scope what the cursor is bound to: workspace, collection and filter
 * @param read reads the page after a position, or the first
 */
export async function answerPage<Item, Position extends string | number, Data>(
  {
    cursors,
    bounds,
    query,
    scope,
  }: {
    cursors: Cursors;
    bounds: PageBounds;
    query: PageRequest;
    scope: CursorScope;
  },
  read: (limit: number, after: Position | undefined) => Promise<Page<Item, Position>>,
  present: (items: Item[]) => Data[],
): Promise<Reply<Data[]>> {
  const limit = query.limit ?? bounds.default;
  const after = query.cursor === undefined ? undefined : (cursors.read(scope, query.cursor) as Position);
  const page = await read(limit, after);
  return {
    data: present(page.items),
    pagination: {
      next_cursor: page.next === null ? null : cursors.issue(scope, page.next),
      has_more: page.next !== null,
      limit,
    },
  };
}
