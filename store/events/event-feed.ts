import { LRUCache } from 'lru-cache';
import type { Database } from '../mongo/database.ts';
import { EventSubscription, type FollowedEvent } from './event-subscription.ts';

/** An event that is announced again after so many others is delivered twice, which followers tolerate. */
const rememberedEvents = 10_000;

/**
 * Events as any process stores them, and deltas as they are produced, for everyone in this process who follows a thread
 * or a run. MongoDB sends them from the first follower on. Events that this process stores are handed over at once,
 * so they can arrive before a delta of their message, and before earlier events of another process.
 */
export class EventFeed {
  readonly #db: Pick<Database, 'changes' | 'storedEvents'>;
  readonly #followers = new Map<string, Set<EventSubscription>>();
  /** Ids of events that this process stored or the change stream brought, while the other may still announce them. */
  readonly #announced = new LRUCache<string, true>({ max: rememberedEvents });
  #stopListening = () => {};
  #listening: Promise<void> | undefined;
  #closed = false;

  constructor(db: Pick<Database, 'changes' | 'storedEvents'>) {
    this.#db = db;
  }

  /**
   * Follows a thread or a run. Nothing that happens after this has resolved is missed.
   * @param signal ends it
   */
  async follow(id: string, signal: AbortSignal): Promise<EventSubscription> {
    this.#listening ??= this.#listen();
    await this.#listening;
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

  /** Ends all subscriptions. */
  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#all((follower) => follower.end());
  }

  async #listen(): Promise<void> {
    const onGap = () => this.#all((follower) => follower.miss());
    this.#stopListening = this.#db.storedEvents.listen((events, { run }) => {
      for (const event of events) this.#deliverOnce({ event, run });
    });
    await Promise.all([
      this.#db.changes.follow({
        collections: ['events'],
        onDocument: (event) => this.#deliverOnce({ event }),
        onGap,
      }),
      this.#db.changes.follow({
        collections: ['deltas'],
        onDocument: (event) => void this.#deliver({ event }),
        onGap,
      }),
    ]);
  }

  #deliverOnce(followed: FollowedEvent): void {
    const { _id } = followed.event;
    if (this.#announced.delete(_id)) return;
    if (this.#deliver(followed)) this.#announced.set(_id, true);
  }

  /** @returns whether anybody follows its thread or its run */
  #deliver(followed: FollowedEvent): boolean {
    const { thread_id, run_id } = followed.event;
    let isFollowed = false;
    for (const id of [thread_id, run_id]) {
      if (id === undefined) continue;
      for (const follower of this.#followers.get(id) ?? []) {
        follower.deliver(followed);
        isFollowed = true;
      }
    }
    return isFollowed;
  }

  #all(work: (follower: EventSubscription) => void): void {
    for (const followers of this.#followers.values()) for (const follower of followers) work(follower);
  }
}
