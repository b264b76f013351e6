import type { Database } from '../mongo/database.ts';
import type { DeltaDocument } from '../documents/delta.ts';
import type { EventDocument } from '../documents/event.ts';
import { isOutage } from '../mongo/outage.ts';
import { FollowedReplies } from './followed-replies.ts';
import { readRepliesSoFar, type ReplySoFar } from './replies-so-far.ts';
import type { WatchAnnouncer } from './watched-threads.ts';

/** A worker that takes a turn answers within this time when it is asked for the text so far; else no worker does. */
const answerMs = 3000;
/** While the store cannot be read, it is tried again this often. */
const retryMs = 1000;
/** Who could not place a delta asks no more often than this. */
const askEveryMs = 500;

/**
 * The replies of a thread for one follower who joined at any time: the text so far first, then what comes. What a worker
 * is saying the worker itself is asked for; what a run said before a pause or a call is read from its turns.
 */
export class ReplyFeed {
  readonly #db: Database;
  readonly #announcer: WatchAnnouncer;
  readonly #threadId: string;
  readonly #replies = new FollowedReplies();
  #askedAt = Date.now();
  /** When the store is looked at; undefined once that is not needed any more. */
  #readAt: number | undefined = 0;

  /** The caller watches the thread at the same moment, which asks for the text so far. */
  constructor(db: Database, announcer: WatchAnnouncer, threadId: string) {
    this.#db = db;
    this.#announcer = announcer;
    this.#threadId = threadId;
  }

  /** A stored event, after what is left of the reply that it completes. */
  *withRest(event: EventDocument): Generator<EventDocument> {
    const rest = this.#replies.before(event);
    if (rest !== undefined) yield rest;
    yield event;
  }

  /** What is new in a delta. One that cannot be placed is asked for. */
  *placed(delta: DeltaDocument): Generator<EventDocument> {
    const placed = this.#replies.take(delta);
    if (placed === 'missing') {
      if (Date.now() - this.#askedAt < askEveryMs) return;
      this.#askedAt = Date.now();
      this.#announcer.ask(this.#threadId);
    } else if (placed !== undefined) yield placed;
  }

  /** In how many milliseconds {@link read} has something to do; undefined for never. */
  get dueInMs(): number | undefined {
    return this.#readAt === undefined ? undefined : Math.max(0, this.#readAt - Date.now());
  }

  /** The text so far of replies that no worker is making, where it is time to look for them. */
  async *read(): AsyncGenerator<EventDocument> {
    if (this.dueInMs !== 0) return;
    const found = await this.#find();
    // The worker that takes a turn knows more of the reply than the store does: first it may answer.
    const early = this.#readAt === 0 && found?.some(({ speaking }) => speaking) === true;
    if (found === undefined) this.#readAt = Date.now() + retryMs;
    else this.#readAt = early ? Date.now() + answerMs : undefined;
    for (const { speaking, delta } of found ?? []) {
      if (delta === undefined || (early && speaking)) continue;
      const next = this.#replies.read(delta);
      if (next !== undefined) yield next;
    }
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
