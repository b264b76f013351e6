import { LRUCache } from 'lru-cache';
import { toJsonText } from '#contract/json-text.ts';
import type { Database } from '#store/mongo/database.ts';
import { relayDelta } from '#store/streaming/deltas.ts';
import { dataOf } from '#store/events/events.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { WatchedThreads } from '#store/streaming/watched-threads.ts';
import type { RealtimeChannels } from './realtime-channels.ts';
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
  /** The deltas that this worker has sent, by run. */
  readonly sent: { get(runId: string): SentReply | undefined; set(runId: string, sent: SentReply): unknown };
}

/** Sends deltas to the realtime provider, if there is one, and to those who watch the thread at an API process. */
export function createDeltaSink(
  db: Database,
  watched: Pick<WatchedThreads, 'has' | 'onAsk'>,
  channels: Pick<RealtimeChannels, 'delta' | 'onAsk'> | undefined,
): DeltaSink {
  return {
    wanted: (threadId) => channels !== undefined || watched.has(threadId),
    send: ({ event, take, offset, soFar }) => {
      const delta =
        soFar === undefined
          ? { ...event, take, offset }
          : { ...event, data: toJsonText({ ...dataOf(event), text: soFar }), take, offset: 0 };
      channels?.delta(delta);
      if (event.thread_id !== undefined && watched.has(event.thread_id)) relayDelta(db, delta);
    },
    onAsk: (threadId, listener) => {
      const stops = [watched.onAsk(threadId, listener), channels?.onAsk(threadId, listener)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    sent: new LRUCache<string, SentReply>({ max: rememberedRuns }),
  };
}
