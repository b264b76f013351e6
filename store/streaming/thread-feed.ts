import type { Page } from '#contract/pagination.ts';
import type { Database } from '../mongo/database.ts';
import type { EventFeed } from '../events/event-feed.ts';
import { listThreadEvents } from '../events/events.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { isOutage } from '../mongo/outage.ts';
import { isDelta } from './deltas.ts';
import { ReplyFeed } from './reply-feed.ts';
import type { WatchAnnouncer } from './watched-threads.ts';

/** The log is read in pages of this size, so that a slow reader keeps no more in memory. */
const pageSize = 100;
/** How often a failing read of the log is retried. */
const retryMs = 1000;
export interface ThreadPosition {
  thread_id: string;
  /** `thread_seq` of the last known event; 0 for none. */
  after: number;
}

/** The events of threads, each once and in order, from any position in the log on. */
export class ThreadFeed {
  readonly #db: Database;
  readonly #events: EventFeed;
  readonly #announcer: WatchAnnouncer;

  constructor(db: Database, events: EventFeed, announcer: WatchAnnouncer) {
    this.#db = db;
    this.#events = events;
    this.#announcer = announcer;
  }

  /**
   * The events after a position, then new ones as they happen, with deltas between them. `thread_seq` has no gaps, so
   * whatever the feed missed is noticed and read from the log. A slow consumer also gets events from the log.
   *
   * If a reply is in progress after the log has been read, its text so far comes next, as a delta with index 0. From
   * the latest index 0 on, the deltas of a message add up to it when it is completed.
   *
   * Yields undefined if nothing happened for `idleMs`, or for less. Continues through outages of the database. Ends
   * with the signal.
   */
  async *follow(
    { thread_id, after }: ThreadPosition,
    { idleMs, signal }: { idleMs: number; signal: AbortSignal },
  ): AsyncGenerator<EventDocument | undefined> {
    let position = after;
    // Subscribe before reading, so that nothing in between is missed.
    const live = await this.#events.follow(thread_id, signal);
    const unwatch = this.#announcer.watch(thread_id);
    const replies = new ReplyFeed(this.#db, this.#announcer, thread_id);
    try {
      let behind = true;
      for (;;) {
        while (behind && !signal.aborted) {
          const page = await this.#read(thread_id, position);
          if (page === undefined) break;
          for (const event of page.items) {
            position = event.thread_seq ?? position;
            yield* replies.withRest(event);
          }
          behind = page.next !== null;
        }
        if (!behind) yield* replies.read();
        const next = await live.next(behind ? retryMs : Math.min(idleMs, replies.dueInMs ?? idleMs));
        if (next === 'over') return;
        if (next === 'idle') yield undefined;
        else if (next === 'gap') behind = true;
        else if (isDelta(next.event)) yield* replies.placed(next.event);
        else if (next.event.thread_seq === position + 1) {
          position += 1;
          yield* replies.withRest(next.event);
        } else if ((next.event.thread_seq ?? 0) > position) behind = true;
      }
    } finally {
      live.end();
      unwatch();
    }
  }

  /** The next page of the log; undefined while it cannot be read. */
  async #read(threadId: string, position: number): Promise<Page<EventDocument, number> | undefined> {
    try {
      return await listThreadEvents(this.#db, threadId, position, pageSize);
    } catch (error) {
      if (isOutage(error)) return undefined;
      throw error;
    }
  }
}
