import type { Database } from '../mongo/database.ts';
import type { DeltaDocument } from '../documents/delta.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { isOutage } from '../mongo/outage.ts';
import { FollowedReplies } from './followed-replies.ts';
import { readRepliesSoFar, type ReplySoFar } from './replies-so-far.ts';
import type { WatchAnnouncer } from './watched-threads.ts';

/**
 * A worker that takes a turn answers within this time when it is asked for the text so far. Otherwise there is none.
 */
const answerMs = 3000;
/** How often a failing read of the store is retried. */
const retryMs = 1000;
/** The shortest time between two requests for the text so far. */
const askEveryMs = 500;

/**
 * The replies of a thread for one follower, who can join at any time: first the text so far, then what follows. A reply
 * in progress comes from its worker. What a run said before a pause or a call is read from its turns.
 */
export class ReplyFeed {
  readonly #db: Database;
  readonly #announcer: WatchAnnouncer;
  readonly #threadId: string;
  readonly #replies = new FollowedReplies();
  #askedAt = Date.now();
  /** When the text so far is requested; undefined while all that arrives fits. */
  #askAt: number | undefined;
  /** When the store is read; undefined once that is no longer needed. */
  #readAt: number | undefined = 0;

  /** The caller starts to watch the thread at the same time, which asks for the text so far. */
  constructor(db: Database, announcer: WatchAnnouncer, threadId: string) {
    this.#db = db;
    this.#announcer = announcer;
    this.#threadId = threadId;
  }

  /** A stored event, after the rest of the reply that it completes. */
  *withRest(event: EventDocument): Generator<EventDocument> {
    const rest = this.#replies.before(event);
    if (rest !== undefined) yield this.#fits(rest);
    yield event;
  }

  /** The new part of a delta. If it does not fit, the text so far is requested. */
  *placed(delta: DeltaDocument): Generator<EventDocument> {
    const placed = this.#replies.take(delta);
    if (placed === 'missing') {
      this.#askAt ??= this.#askedAt + askEveryMs;
      this.#askIfDue();
    } else if (placed !== undefined) yield this.#fits(placed);
  }

  /** In how many milliseconds {@link read} has something to do; undefined for never. */
  get dueInMs(): number | undefined {
    const due = Math.min(this.#readAt ?? Infinity, this.#askAt ?? Infinity);
    return due === Infinity ? undefined : Math.max(0, due - Date.now());
  }

  /** The text so far of replies that no worker is producing, when it is time to read them. A worker is asked for its own. */
  async *read(): AsyncGenerator<EventDocument> {
    this.#askIfDue();
    if (this.#readAt === undefined || this.#readAt > Date.now()) return;
    const found = await this.#find();
    // The worker that takes a turn has more of the reply than the store, so it may answer first.
    const early = this.#readAt === 0 && found?.some(({ speaking }) => speaking) === true;
    if (found === undefined) this.#readAt = Date.now() + retryMs;
    else this.#readAt = early ? Date.now() + answerMs : undefined;
    for (const { speaking, delta } of found ?? []) {
      if (delta === undefined || (early && speaking)) continue;
      const next = this.#replies.read(delta);
      if (next !== undefined) yield next;
    }
  }

  #askIfDue(): void {
    const now = Date.now();
    if (this.#askAt === undefined || this.#askAt > now) return;
    this.#askAt = undefined;
    this.#askedAt = now;
    this.#announcer.ask(this.#threadId);
  }

  /** After a delta that fits, nothing is missing any more. */
  #fits(delta: EventDocument): EventDocument {
    this.#askAt = undefined;
    return delta;
  }

  async #find(): Promise<ReplySoFar[] | undefined> {
    try {
      return await readRepliesSoFar(this.#db, this.#threadId);
    } catch (error) {
      if (isOutage(error)) return undefined;
      throw error;
    }
  }
}
