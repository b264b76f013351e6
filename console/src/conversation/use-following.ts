import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { sessionQuery } from '../session/session.ts';
import { followIntoStore } from './follow-into-store.ts';
import { readingNews } from './reading-news.ts';
import type { ThreadOf, ThreadQueries } from './thread-queries.ts';
import type { ThreadStore } from './thread-store.ts';

/**
 * Follows a thread into its store while it is on the screen, and again after a new sign-in.
 * @param onStart called with the cursor of the events before the first ones that were read
 * @returns reads new messages and the state
 */
export function useFollowing(
  store: ThreadStore,
  thread: ThreadOf,
  queries: ThreadQueries,
  onStart: (older: string | undefined) => void,
): () => Promise<void> {
  const queryClient = useQueryClient();
  const { dataUpdatedAt: signedInAt } = useQuery(sessionQuery);
  const reread = useRef(async (): Promise<void> => {});
  useEffect(() => {
    if (signedInAt === 0) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const readNews = readingNews({ queryClient, queries, thread, store, signal });
    reread.current = readNews;
    followIntoStore(store, { queryClient, thread, readNews, onStart, signal });
    return () => {
      stopping.abort();
      store.startOver();
    };
  }, [queryClient, queries, thread, store, onStart, signedInAt]);
  return useCallback(async () => await reread.current(), []);
}
