import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ListQuery, pagesOf, pagesReadAgain } from './list-query.ts';

/** A collection as far as it was read. */
export interface List<Item> {
  items: Item[];
  error: unknown;
  /** When what is here was read, although it could not be read again since; undefined if it was. */
  staleSince: number | undefined;
  /** Whether it was read for the page, or just before, and not only some time ago. */
  fresh: boolean;
  /** Before the first page. */
  loading: boolean;
  loadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  refetch: () => void;
  /** Reads all pages again, one after the other. */
  pages: (signal: AbortSignal) => AsyncGenerator<Item[]>;
}

/** Reads a collection page by page. */
export function useList<Item>(list: ListQuery<Item>): List<Item> {
  const query = useInfiniteQuery(list.options);
  useShortenedLater(list.options.queryKey);
  // A list of many pages is rendered many times while it is scrolled.
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]);
  return {
    items,
    error: query.error,
    fresh: query.isFetchedAfterMount || !query.isStale,
    staleSince: query.isRefetchError ? query.dataUpdatedAt : undefined,
    loading: query.isPending,
    loadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    refetch: () => void query.refetch(),
    pages: (signal) => pagesOf(list, signal),
  };
}

/**
 * Drops the later pages of a list when the person leaves it: nobody sees them, and the list starts at the top next
 * time.
 */
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
