import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Trace } from '../../api/schema.ts';
import { inBatches, oneAtATime } from '../../conversation/batches.ts';
import type { Connection } from '../../conversation/follower.ts';
import { followThread } from '../../conversation/follow-thread.ts';
import { sessionQuery } from '../../session/session.ts';
import { eventsQuery } from './events-query.ts';
import { traceKey } from './trace-query.ts';

/** A trace may be large: however much happens, it is read no more often than this. */
const restMs = 1000;
/** How often it is read again while its events cannot be followed. */
const unfollowedMs = 5000;

/**
 * Reads a run again when an event of it arrives, until it has ended.
 * @returns how well it is followed; undefined for a run that has ended, or when its events cannot be followed
 */
export function useLiveRun(run: Trace | undefined): Connection | undefined {
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>();
  // Follows again after a new sign-in.
  const { dataUpdatedAt: signedInAt } = useQuery(sessionQuery);
  const { id: runId, thread_id: threadId, subject_ref: subject, terminal = true } = run ?? {};
  useEffect(() => {
    if (terminal || signedInAt === 0) return undefined;
    if (runId === undefined || threadId === undefined || subject === undefined) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const readAgain = oneAtATime(async () => {
      if (signal.aborted) return;
      await Promise.all([
        queries.invalidateQueries({ queryKey: traceKey(runId) }),
        queries.invalidateQueries({ queryKey: eventsQuery(runId).options.queryKey }),
      ]);
      await new Promise((resolve) => setTimeout(resolve, restMs));
    });
    followThread({
      threadId,
      subject,
      onEvents: inBatches((events) => {
        const news = events.some(({ run_id, type }) => run_id === runId && type !== 'message.delta');
        if (news) void readAgain();
      }, signal),
      onConnection: setConnection,
      signal,
    }).catch(() => {
      if (!signal.aborted) setConnection(undefined);
    });
    return () => {
      stopping.abort();
      setConnection(undefined);
    };
  }, [queries, runId, threadId, subject, terminal, signedInAt]);
  const followed = connection === 'live';
  useEffect(() => {
    if (terminal || followed || runId === undefined) return undefined;
    const read = (): void => void queries.invalidateQueries({ queryKey: traceKey(runId) });
    const timer = setInterval(read, unfollowedMs);
    return () => clearInterval(timer);
  }, [queries, runId, terminal, followed]);
  return connection;
}
