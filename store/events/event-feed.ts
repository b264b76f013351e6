import type { Database } from '../mongo/database.ts';
import type { DeltaDocument } from '../documents/delta.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { EventSubscription } from './event-subscription.ts';

/**
 * Events as any process stores them, and deltas as they are produced, for everyone in this process who follows a thread
 * or a run. MongoDB sends them from the first follower on. Both arrive through the same change stream, so a delta never
 * arrives after its message.
 */
export class EventFeed {
  readonly #db: Database;
  readonly #followers = new Map<string, Set<EventSubscription>>();
  #listening: Promise<void> | undefined;
  #closed = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Follows a thread or a run. Nothing that happens after this has resolved is missed.
   * @param signal ends it
   */
  async follow(id: string, signal: AbortSignal): Promise<EventSubscription> {
    this.#listening ??= this.#db.changes.follow({
      collections: ['events', 'deltas'],
      onDocument: (event) => this.#deliver(event),
      onGap: () => this.#all((follower) => follower.miss()),
    });
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
    this.#all((follower) => follower.end());
  }

  #deliver(event: EventDocument | DeltaDocument): void {
    for (const id of [event.thread_id, event.run_id]) {
      if (id === undefined) continue;
      for (const follower of this.#followers.get(id) ?? []) follower.deliver(event);
    }
  }

  #all(work: (follower: EventSubscription) => void): void {
    for (const followers of this.#followers.values()) for (const follower of followers) work(follower);
  }
}
