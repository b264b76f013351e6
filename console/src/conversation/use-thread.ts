import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { asApiError } from '../api/api-error.ts';
import { clientFor, dataOf } from '../api/client.ts';
import type { Message, Thread, ThreadEvent } from '../api/schema.ts';
import type { Connection } from './follower.ts';
import { followThread } from './follow-thread.ts';
import { type Draft, emptyLog, hear, type ThreadLog } from './thread-log.ts';
import { openRuns, type TimelineItem, timelineOf } from './timeline.ts';

/** A thread as it is now. */
export interface ThreadView {
  thread: Thread | undefined;
  timeline: TimelineItem[];
  drafts: Draft[];
  events: readonly ThreadEvent[];
  /** The runs that have not ended, the oldest first. */
  open: string[];
  connection: Connection;
  /** What kept the thread from being read or followed. */
  error: unknown;
  loading: boolean;
  hasEarlier: boolean;
  loadEarlier: () => void;
  /** Reads messages and state again, after something was sent. */
  refresh: () => Promise<void>;
}

type Step = { events: ThreadEvent[] } | 'forget';

/** Events that change what the thread waits for, or that came with a message of a person. */
const telling = new Set<ThreadEvent['type']>([
  'run.started',
  'run.completed',
  'run.failed',
  'elicitation.requested',
  'action.proposed',
  'write.confirmation_requested',
  'tool_call.started',
  'tool_call.completed',
]);

/** Reads a thread of a subject and follows it. */
export function useThread(threadId: string, subject: string): ThreadView {
  const queryClient = useQueryClient();
  const [log, step] = useReducer(
    (log: ThreadLog, change: Step) => (change === 'forget' ? emptyLog : hear(log, change.events)),
    emptyLog,
  );
  const [connection, setConnection] = useState<Connection>('connecting');
  const [failure, setFailure] = useState<unknown>();
  const client = useMemo(() => clientFor({ as: 'playground', subject }), [subject]);
  const path = { thread_id: threadId };

  const thread = useQuery({
    queryKey: ['thread', subject, threadId],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET('/v1/loom/threads/{thread_id}', { params: { path }, signal })),
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
  });

  useEffect(() => {
    const stopping = new AbortController();
    const reread = async (): Promise<void> => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['thread', subject, threadId] }),
        queryClient.invalidateQueries({ queryKey: ['messages', subject, threadId] }),
      ]);
    };
    const onEvents = (events: ThreadEvent[]): void => {
      step({ events });
      if (!events.some(({ type }) => telling.has(type))) return;
      void reread();
      void queryClient.invalidateQueries({ queryKey: ['threads', subject] });
      void queryClient.invalidateQueries({ queryKey: ['approvals'] });
    };
    followThread({ threadId, subject, onEvents, onConnection: setConnection, signal: stopping.signal }).catch(
      (error: unknown) => {
        if (!stopping.signal.aborted) setFailure(asApiError(error));
      },
    );
    return () => {
      stopping.abort();
      step('forget');
      setFailure(undefined);
    };
  }, [queryClient, subject, threadId]);

  const listed = pages.data?.pages;
  const messages = useMemo(() => {
    const byId = new Map<string, Message>();
    for (const message of listed?.flatMap(({ data }) => data) ?? []) byId.set(message.id, message);
    for (const message of Object.values(log.messages)) byId.set(message.id, message);
    return [...byId.values()].toSorted((one, other) => one.seq - other.seq);
  }, [listed, log.messages]);
  const timeline = useMemo(() => timelineOf(messages, log.events), [messages, log.events]);
  const open = useMemo(() => openRuns(log.events), [log.events]);

  return {
    thread: thread.data,
    timeline,
    drafts: Object.values(log.drafts),
    events: log.events,
    open,
    connection,
    error: failure ?? thread.error ?? pages.error ?? undefined,
    loading: thread.isPending || pages.isPending,
    hasEarlier: pages.hasNextPage,
    loadEarlier: () => void pages.fetchNextPage(),
    refresh: async () => {
      await Promise.all([thread.refetch(), pages.refetch()]);
    },
  };
}
