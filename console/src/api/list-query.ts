import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { PageOf } from './page-of.ts';

/** Reading many pages again costs a request each: a list of more than these is read on, but not read again. */
export const pagesReadAgain = 2;

/** Reads a page of a collection. `cursor` is undefined for the first one. */
type LoadPage<Item> = (
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<{ data?: PageOf<Item> | undefined }>;

/**
 * A collection as a query, read page by page by its cursors.
 * @param load calls the API with the cursor and returns its response
 * @param refetchMs how often it is read again while it is on the screen. Default: never
 */
export function listQuery<Item>({
  queryKey,
  load,
  refetchMs,
}: {
  queryKey: QueryKey;
  load: LoadPage<Item>;
  refetchMs?: number;
}) {
  const readAgain = ({ state }: { state: { data?: { pages: unknown[] } | undefined } }): boolean =>
    (state.data?.pages.length ?? 0) <= pagesReadAgain;
  const loadPage = async (cursor: string | undefined, signal: AbortSignal): Promise<PageOf<Item>> => {
    const { data } = await load(cursor, signal);
    if (data === undefined) throw new Error('a success without a body');
    return data;
  };
  const options = infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => await loadPage(pageParam, signal),
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    refetchInterval: (list) => (refetchMs !== undefined && readAgain(list) ? refetchMs : false),
    refetchOnWindowFocus: readAgain,
    refetchOnReconnect: readAgain,
  });
  return { options, loadPage };
}

export type ListQuery<Item> = ReturnType<typeof listQuery<Item>>;

/** Reads all pages of a collection again, one after the other. */
export async function* pagesOf<Item>(
  { loadPage }: Pick<ListQuery<Item>, 'loadPage'>,
  signal: AbortSignal,
): AsyncGenerator<Item[]> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, pagination } = await loadPage(cursor, signal);
    yield data;
    cursor = pagination.next_cursor;
  }
}
