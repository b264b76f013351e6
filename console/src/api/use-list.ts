import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

/** A page of a collection, as the API returns it. */
export interface Page<Item> {
  data: Item[];
  pagination: { next_cursor: string | null; has_more: boolean; limit: number };
}

/** A collection as far as it was read. */
export interface List<Item> {
  items: Item[];
  error: unknown;
  /** Whether it was read since it is on the page, and not only before. */
  fresh: boolean;
  /** Before the first page. */
  loading: boolean;
  loadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  refetch: () => void;
}

/**
 * Reads a collection page by page, by its cursors. `load` calls the API with the cursor and returns its response;
 * `refetchMs` reads it again and again while the page is visible.
 */
export function useList<Item>({
  queryKey,
  load,
  refetchMs,
  enabled = true,
}: {
  queryKey: QueryKey;
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<{ data?: Page<Item> | undefined }>;
  refetchMs?: number;
  enabled?: boolean;
}): List<Item> {
  const query = useInfiniteQuery({
    queryKey,
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await load(pageParam, signal);
      if (data === undefined) throw new Error('a success without a body');
      return data;
    },
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    // Reading many pages again costs a request each: whoever scrolled far reads on instead.
    refetchInterval: ({ state }) =>
      refetchMs !== undefined && (state.data?.pages.length ?? 0) <= 2 ? refetchMs : false,
  });
  return {
    items: query.data?.pages.flatMap((page) => page.data) ?? [],
    error: query.error,
    fresh: query.isFetchedAfterMount,
    loading: query.isPending && enabled,
    loadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    refetch: () => void query.refetch(),
  };
}
