import { LRUCache } from 'lru-cache';
import type { Realtime } from '#adapters/realtime/port.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Database } from '#store/mongo/database.ts';
import { relayDelta } from '#store/streaming/deltas.ts';
import { dataOf, toEvent } from '#store/events/events.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { WatchedThreads } from '#store/streaming/watched-threads.ts';
import type { SentReply } from './sent-reply.ts';

/** For how many runs the sent part of the reply is kept. The reply of any other run starts over with its next turn. */
const rememberedRuns = 10_000;

/** A delta, and how it fits to those before it. */
export interface PlacedDelta {
  /** `text` is what is new; empty if somebody has only asked for the text so far. */
  event: EventDocument;
  take: string;
  /** The length of the reply before the new text, in UTF-16 code units. */
  offset: number;
  /** The text so far, including the new text, if somebody has asked for it. */
  soFar?: string;
}

/** Where the pieces of replies go while they are produced. */
export interface DeltaSink {
  /** Whether anybody would see a delta of this thread now. Costs nothing. */
  wanted(threadId: string): boolean;
  /** Never throws and never waits. */
  send(delta: PlacedDelta): void;
  /**
   * Calls `listener` when somebody who follows the thread needs the text so far.
   * @returns a function that stops this
   */
  onAsk(threadId: string, listener: () => void): () => void;
  /** What this worker has sent of the replies of runs, by run. */
  readonly sent: { get(runId: string): SentReply | undefined; set(runId: string, sent: SentReply): unknown };
}

/** Sends deltas to the realtime provider, if there is one, and to those who watch the thread at an API process. */
export function createDeltaSink(
  db: Database,
  watched: Pick<WatchedThreads, 'has' | 'onAsk'>,
  realtime: Realtime | undefined,
): DeltaSink {
  return {
    wanted: (threadId) => realtime !== undefined || watched.has(threadId),
    send: ({ event, take, offset, soFar }) => {
      const data = dataOf(event);
      if (data['text'] !== '') realtime?.publish(toEvent(event));
      if (event.thread_id === undefined || !watched.has(event.thread_id)) return;
      if (soFar === undefined) relayDelta(db, { ...event, take, offset });
      else relayDelta(db, { ...event, data: toJsonText({ ...data, text: soFar }), take, offset: 0 });
    },
    onAsk: (threadId, listener) => watched.onAsk(threadId, listener),
    sent: new LRUCache<string, SentReply>({ max: rememberedRuns }),
  };
}
