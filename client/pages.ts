import { defined } from '#contract/defined.ts';
/** Where a page of a collection ends. */
export interface Pagination {
  /** Null on the last page. */
  next_cursor: string | null;
  has_more: boolean;
  limit: number;
}

/** A page of a collection, as the API returns it. */
export interface Page<Item> {
  data: Item[];
  pagination: Pagination;
}

/**
 * Reads a collection to its end, in the order of its list.
 * @param load reads the page of a cursor, and first the one of none
 * @param most reads no further page after that many items. Default: unlimited.
 */
export async function allPages<Item>(
  load: (cursor: string | undefined) => Promise<Page<Item>>,
  { most = Infinity }: { most?: number } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const { data, pagination } = await load(cursor);
    items.push(...data);
    cursor = pagination.next_cursor ?? undefined;
  } while (cursor !== undefined && items.length < most);
  return items;
}

/** The path of a page of a collection: of as many items as it may have. */
export function pagePath(path: string, cursor: string | undefined): string {
  const query = new URLSearchParams({ limit: '100', ...defined({ cursor }) });
  return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}
