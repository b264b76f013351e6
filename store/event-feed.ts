import type { ChangeStream } from 'mongodb';
import { ChangeFeed } from './change-feed.ts';
import type { Database } from './database.ts';
import type { EventDocument } from './events.ts';
import { EventSubscription } from './event-subscription.ts';

/**
 * Events as they are stored, by any process, and deltas as they are made: one change stream for all who follow a
 * thread or a run in this process. It is opened with the first of them.
 */
export class EventFeed {
  readonly #feed: ChangeFeed;
  readonly #followers = new Map<string, Set<EventSubscription>>();
  #closed = false;

  constructor(db: Database) {
    this.#feed = new ChangeFeed({
      open: () => watchEvents(db),
      onDocument: (event) => this.#tell(event as EventDocument),
      onGap: () => this.#all((follower) => follower.miss()),
    });
  }

  /**
   * Follows a thread or a run from here on: what happens after this resolved is not missed.
   * @param signal ends it
   */
  async follow(id: string, signal: AbortSignal): Promise<EventSubscription> {
    await this.#feed.start();
    const subscription = new EventSubscription(signal, () => {
      const followers = this.#followers.get(id);
      followers?.delete(subscription);
      if (followers?.size === 0) this.#followers.delete(id);
    });
    const followers = this.#followers.get(id) ?? new Set();
    this.#followers.set(id, followers.add(subscription));
    if (this.#closed) subscription.end();
    return subscription;
  }

  /** Lets all who follow go. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#all((follower) => follower.end());
    await this.#feed.close();
  }

  #tell(event: EventDocument): void {
    for (const id of [event.thread_id, event.run_id]) {
      if (id === undefined) continue;
      for (const follower of this.#followers.get(id) ?? []) follower.tell(event);
    }
  }

  #all(work: (follower: EventSubscription) => void): void {
    for (const followers of this.#followers.values()) for (const follower of followers) work(follower);
  }
}

/** Events and deltas in one stream, so that a delta never comes after the message it is a piece of. */
function watchEvents(db: Database): ChangeStream {
  const collections = [db.events.collectionName, db.deltas.collectionName];
  return db.client
    .db(db.events.dbName)
    .watch([{ $match: { operationType: 'insert', 'ns.coll': { $in: collections } } }], {
      maxAwaitTimeMS: 1000,
    });
}
