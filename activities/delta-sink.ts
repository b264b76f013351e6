import type { Realtime } from '#adapters/realtime/port.ts';
import type { Database } from '#store/database.ts';
import { relayDelta } from '#store/deltas.ts';
import { toEvent, type EventDocument } from '#store/events.ts';
import type { WatchedThreads } from '#store/watched-threads.ts';

/** Where pieces of replies go while they are made. */
export interface DeltaSink {
  /** Whether anybody would see a delta of this thread now. Costs nothing. */
  wanted(threadId: string): boolean;
  /** Never throws and never waits. */
  send(delta: EventDocument): void;
}

/** Sends deltas to the realtime provider, if there is one, and to those who watch the thread at an API process. */
export function createDeltaSink(
  db: Database,
  watched: Pick<WatchedThreads, 'has'>,
  realtime: Realtime | undefined,
): DeltaSink {
  return {
    wanted: (threadId) => realtime !== undefined || watched.has(threadId),
    send: (delta) => {
      realtime?.publish(toEvent(delta));
      if (delta.thread_id !== undefined && watched.has(delta.thread_id)) relayDelta(db, delta);
    },
  };
}
