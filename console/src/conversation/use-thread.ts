import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { messagesOf } from './messages-of.ts';
import { openRuns } from './open-runs.ts';
import { messagesQuery, threadQuery } from './thread-queries.ts';
import { ThreadStore } from './thread-store.ts';
import type { ThreadView } from './thread-view.ts';
import { useEarlier } from './use-earlier.ts';
import { useFollowing } from './use-following.ts';
import { useTimeline } from './use-timeline.ts';
import type { Known } from './whole-timeline.ts';

const none: ReadonlySet<string> = new Set();

/** Reads a thread of a subject and follows it. Mount a new instance for another thread: it keeps everything. */
export function useThread(threadId: string, subject: string): ThreadView {
  const [store] = useState(() => new ThreadStore());
  const { log, connection, failure } = useSyncExternalStore(store.subscribe, store.snapshot);
  const of = useMemo(() => ({ threadId, subject }), [threadId, subject]);
  const queries = useMemo(
    () => ({ thread: threadQuery(of, store.holds), messages: messagesQuery(of) }),
    [of, store],
  );
  const thread = useQuery(queries.thread);
  const pages = useInfiniteQuery(queries.messages);
  const { begin, ...earlier } = useEarlier({
    ...of,
    readMessages: async () => messagesOf((await pages.fetchNextPage({ throwOnError: true })).data?.pages),
    onEvents: (events) => store.receive(events),
  });
  const refresh = useFollowing(store, of, queries, begin);

  const listed = pages.data?.pages;
  const messages = useMemo(() => messagesOf(listed, Object.values(log.messages)), [listed, log.messages]);
  const known = useMemo<Known>(
    () => ({
      thread: thread.data?.thread,
      messages,
      events: log.events,
      spoken: log.spoken,
      moreMessages: pages.hasNextPage,
      moreEvents: earlier.moreEvents,
    }),
    [thread.data, messages, log.events, log.spoken, pages.hasNextPage, earlier.moreEvents],
  );
  const { timeline, hidden } = useTimeline(subject, known);
  const open = useMemo(() => openRuns(log.events), [log.events]);
  const drafts = useMemo(() => Object.values(log.drafts), [log.drafts]);

  return {
    thread: thread.data?.thread,
    heldBeforeRead: thread.data?.heldBefore ?? none,
    timeline,
    drafts,
    spoken: log.spoken,
    events: log.events,
    open,
    connection,
    error: failure ?? thread.error ?? pages.error ?? undefined,
    loading: thread.isPending || pages.isPending,
    hasEarlier: pages.hasNextPage || hidden,
    loadingEarlier: earlier.loading,
    earlierError: earlier.error,
    loadEarlier: () => void earlier.load(hidden, messages),
    refresh,
  };
}
