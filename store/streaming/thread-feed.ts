import type { Database } from '../mongo/database.ts';
import type { EventFeed } from '../events/event-feed.ts';
import { listThreadEvents } from '../events/events.ts';
import type { EventDocument } from '../documents/event.ts';
import { isOutage } from '../mongo/outage.ts';
import { isDelta } from './deltas.ts';
import { ReplyFeed } from './reply-feed.ts';
import type { WatchAnnouncer } from './watched-threads.ts';

/** The log is read in pages of this size: a slow reader holds no more in memory. */
const pageSize = 100;
/** While the log cannot be read, it is tried again this often. */
const retryMs = 1000;
export interface ThreadPosition {
  thread_id: string;
  /** `thread_seq` of the last event that is known; 0 for none. */
  after: number;
}

/** The events of threads, each once and in order, from anywhere in the log on. */
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
   * The events after a position, then those that happen, with deltas between them. `thread_seq` has no gaps, so that
   * what the feed missed is seen and read from the log. Whoever takes them slowly has them from the log as well.
   *
   * Where a reply is being made when the log has been read, its text so far comes next, as a delta of index 0. From the
   * latest index 0 on, the deltas of a message add up to it when it is completed.
   *
   * Yields undefined when nothing happened for `idleMs`, or for less. Goes on through outages of the database. Ends with the signal.
   */
  async *follow(
    { thread_id, after }: ThreadPosition,
    { idleMs, signal }: { idleMs: number; signal: AbortSignal },
  ): AsyncGenerator<EventDocument | undefined> {
    let position = after;
    // Follow before reading: what happens in between is then not missed.
    const live = await this.#events.follow(thread_id, signal);
    const unwatch = this.#announcer.watch(thread_id);
    const replies = new ReplyFeed(this.#db, this.#announcer, thread_id);
    try {
      let behind = true;
      for (;;) {
        while (behind && !signal.aborted) {
          const page = await this.#read(thread_id, position);
          if (page === undefined) break;
          for (const event of page) {
            position = event.thread_seq ?? position;
            yield* replies.withRest(event);
          }
          behind = page.length === pageSize;
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
  async #read(threadId: string, position: number): Promise<EventDocument[] | undefined> {
    try {
      return await listThreadEvents(this.#db, threadId, position, pageSize);
    } catch (error) {
      if (isOutage(error)) return undefined;
      throw error;
    }
  }
}
