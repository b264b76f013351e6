import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { PageOf } from './page-of.ts';

/** Reading many pages again costs a request each: a list of more than these is read on, but not read again. */
const pagesReadAgain = 2;

/** A collection as far as it was read. */
export interface List<Item> {
  items: Item[];
  error: unknown;
  /** When what is here was read, although it could not be read again since; undefined if it was. */
  staleSince: number | undefined;
  /** Whether it was read since it is on the page, and not only before. */
  fresh: boolean;
  /** Before the first page. */
  loading: boolean;
  loadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  refetch: () => void;
  /** Reads all pages anew, one after the other. */
  pages: (signal: AbortSignal) => AsyncGenerator<Item[]>;
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
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<{ data?: PageOf<Item> | undefined }>;
  refetchMs?: number;
  enabled?: boolean;
}): List<Item> {
  const readAgain = ({ state }: { state: { data?: { pages: unknown[] } | undefined } }): boolean =>
    (state.data?.pages.length ?? 0) <= pagesReadAgain;
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
    refetchInterval: (list) => (refetchMs !== undefined && readAgain(list) ? refetchMs : false),
    refetchOnWindowFocus: readAgain,
    refetchOnReconnect: readAgain,
  });
  useShortenedLater(queryKey);
  // A list of many pages is rendered many times while it is scrolled.
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]);
  return {
    items,
    error: query.error,
    fresh: query.isFetchedAfterMount,
    staleSince: query.isRefetchError ? query.dataUpdatedAt : undefined,
    loading: query.isPending && enabled,
    loadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    refetch: () => void query.refetch(),
    pages: (signal) => pagesOf(load, signal),
  };
}

async function* pagesOf<Item>(
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<{ data?: PageOf<Item> | undefined }>,
  signal: AbortSignal,
): AsyncGenerator<Item[]> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data } = await load(cursor, signal);
    if (data === undefined) throw new Error('a success without a body');
    yield data.data;
    cursor = data.pagination.next_cursor;
  }
}

/** Forgets the later pages of a list when it is left: nobody sees them, and whoever comes back starts at the top. */
function useShortenedLater(queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  const hash = JSON.stringify(queryKey);
  useEffect(
    () => () => {
      queryClient.setQueryData<InfiniteData<unknown>>(JSON.parse(hash) as QueryKey, (list) =>
        list === undefined || list.pages.length <= pagesReadAgain
          ? undefined
          : {
              pages: list.pages.slice(0, pagesReadAgain),
              pageParams: list.pageParams.slice(0, pagesReadAgain),
            },
      );
    },
    [queryClient, hash],
  );
}
