import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PageOf } from '../api/page-of.ts';
import { asApiError, isPassing } from '../api/api-error.ts';
import { clientFor, dataOf } from '../api/client.ts';
import type { Message, Thread, ThreadEvent } from '../api/schema.ts';
import { sessionQuery } from '../session/session.ts';
import { inBatches, oneAtATime } from './batches.ts';
import type { Connection } from './follower.ts';
import { followThread } from './follow-thread.ts';
import { newMessages } from './new-messages.ts';
import type { Draft, Spoken } from './thread-log.ts';
import { ThreadStore } from './thread-store.ts';
import { openRuns, type TimelineItem } from './timeline.ts';
import { useEarlier } from './use-earlier.ts';
import { useTraces } from './use-traces.ts';
import { hasEarlier } from './whole-runs.ts';
import { type Known, missingOf, wholeTimeline } from './whole-timeline.ts';

/** A thread as it is now. */
export interface ThreadView {
  thread: Thread | undefined;
  /** The events about held calls that were heard before the thread was read: of others, {@link thread} cannot tell. */
  heldBeforeRead: ReadonlySet<string>;
  timeline: TimelineItem[];
  drafts: Draft[];
  /** What was heard of replies before their runs paused, by run. */
  spoken: ReadonlyMap<string, readonly Spoken[]>;
  events: readonly ThreadEvent[];
  /** The runs that have not ended, the oldest first. */
  open: string[];
  connection: Connection;
  /** What kept the thread from being read or followed. */
  error: unknown;
  loading: boolean;
  hasEarlier: boolean;
  loadingEarlier: boolean;
  /** What kept the last {@link loadEarlier} from reading. */
  earlierError: unknown;
  /** Reads older messages, and what happened between them. */
  loadEarlier: () => void;
  /** Reads what is new of messages and state, after something was sent. */
  refresh: () => Promise<void>;
}

const none: ReadonlySet<string> = new Set();

/** When what could not be read is read again. */
const againMs = 2000;

/** Events that change what the thread waits for, or that came with a message of a person. */
const telling = new Set<ThreadEvent['type']>([
  'run.started',
  'run.completed',
  'run.failed',
  'elicitation.requested',
  'action.proposed',
  'write.confirmation_requested',
  'write.approval_recorded',
  'tool_call.started',
  'tool_call.completed',
]);

/** Reads a thread of a subject and follows it. Mount what uses it anew for another thread: it forgets nothing. */
export function useThread(threadId: string, subject: string): ThreadView {
  const queryClient = useQueryClient();
  const [store] = useState(() => new ThreadStore());
  const { log, connection, failure } = useSyncExternalStore(store.subscribe, store.snapshot);
  const client = useMemo(() => clientFor({ as: 'playground', subject }), [subject]);
  const path = { thread_id: threadId };
  // Whoever signs in again follows again.
  const { dataUpdatedAt: signedInAt } = useQuery(sessionQuery);

  const held = useRef<ReadonlySet<string>>(none);
  const thread = useQuery({
    queryKey: ['thread', subject, threadId],
    queryFn: async ({ signal }) => {
      const heldBefore = held.current;
      const response = await client.GET('/v1/loom/threads/{thread_id}', { params: { path }, signal });
      return { thread: dataOf(response), heldBefore };
    },
  });
  const pages = useInfiniteQuery({
    queryKey: ['messages', subject, threadId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { data } = await client.GET('/v1/loom/threads/{thread_id}/messages', {
        params: { path, query: cursor === undefined ? {} : { cursor } },
        signal,
      });
      if (data === undefined) throw new Error('a success without a body');
      return data;
    },
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    // A message never changes: those that follow are read by themselves.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  const { begin, ...earlier } = useEarlier({
    threadId,
    subject,
    readMessages: async () => messagesOf((await pages.fetchNextPage({ throwOnError: true })).data?.pages),
    onEvents: (events) => store.hear(events),
  });

  const reread = useRef(async (): Promise<void> => {});
  useEffect(() => {
    if (signedInAt === 0) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const read = new Set<string>();
    const readMessages = async (): Promise<void> => {
      const queryKey = ['messages', subject, threadId];
      const before = queryClient.getQueryData<InfiniteData<PageOf<Message>>>(queryKey);
      if (before === undefined) return await queryClient.refetchQueries({ queryKey });
      for (const { id } of before.pages.flatMap(({ data }) => data)) read.add(id);
      const messages = await newMessages(client, threadId, (id) => read.has(id), signal);
      for (const { id } of messages) read.add(id);
      if (!signal.aborted) store.read(messages);
    };
    const readNews = oneAtATime(async (): Promise<void> => {
      if (signal.aborted) return;
      await Promise.all([
        queryClient.refetchQueries({ queryKey: ['thread', subject, threadId] }),
        readMessages().catch((error: unknown) => {
          if (!signal.aborted && isPassing(error)) setTimeout(() => void readNews(), againMs);
        }),
      ]);
    });
    reread.current = readNews;
    let first = true;
    const onEvents = (events: ThreadEvent[]): void => {
      store.hear(events);
      const asked = events.filter(({ type }) => type === 'write.confirmation_requested');
      if (asked.length > 0) held.current = new Set([...held.current, ...asked.map(({ id }) => id)]);
      if (!events.some(({ type }) => telling.has(type))) return;
      void readNews();
      if (!first) {
        void queryClient.invalidateQueries({ queryKey: ['threads', subject] });
        void queryClient.invalidateQueries({ queryKey: ['approvals'] });
      }
      first = false;
    };
    followThread({
      threadId,
      subject,
      onEvents: inBatches(onEvents, signal),
      onConnection: (connection) => store.setConnection(connection),
      onStart: begin,
      signal,
    }).catch((error: unknown) => {
      if (!signal.aborted) store.fail(asApiError(error));
    });
    return () => {
      stopping.abort();
      store.startOver();
    };
  }, [queryClient, client, store, subject, threadId, signedInAt, begin]);

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
  const missing = useMemo(() => missingOf(known), [known]);
  const traces = useTraces(
    subject,
    useMemo(() => [...new Set([...missing.gone, ...missing.unheard])], [missing]),
  );
  const timeline = useMemo(() => wholeTimeline(known, traces), [known, traces]);
  const isHidden = useMemo(() => hasEarlier({ ...known, moreMessages: false }), [known]);
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
    hasEarlier: pages.hasNextPage || isHidden,
    loadingEarlier: earlier.loading,
    earlierError: earlier.error,
    loadEarlier: () => void earlier.load(isHidden, messages),
    refresh: async () => await reread.current(),
  };
}

/** Messages of pages, the newest page first, and others: each once, in their order. */
function messagesOf(pages: readonly PageOf<Message>[] = [], others: readonly Message[] = []): Message[] {
  const all = [...pages.flatMap(({ data }) => data), ...others];
  return [...new Map(all.map((message) => [message.id, message])).values()].toSorted(
    (one, other) => one.seq - other.seq,
  );
}
