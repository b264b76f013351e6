import { LRUCache } from 'lru-cache';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Database } from '../mongo/database.ts';
import { RunningRuns } from './running-runs.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { EventSubscription, type FollowedEvent } from './event-subscription.ts';

/** An event that is announced again after so many others is delivered twice, which followers tolerate. */
const rememberedEvents = 10_000;

/**
 * Events as any process stores them, and deltas as they are produced, for all followers of a thread, a run or a
 * workspace in this process. MongoDB sends them from the first follower on. Both arrive through the same change stream,
 * so a delta never arrives after its message. Followers of a run receive the events that this process stores at once,
 * possibly before deltas, and before earlier events of another process.
 */
export class EventFeed {
  readonly #db: Pick<Database, 'changes' | 'storedEvents'>;
  readonly #followers = new Map<string, Set<EventSubscription>>();
  /** Ids of events that this process stored or the change stream brought, while the other may still announce them. */
  readonly #announced = new LRUCache<string, true>({ max: rememberedEvents });
  readonly #running = new RunningRuns();
  #stopListening = () => {};
  #listening: Promise<void> | undefined;
  #closed = false;

  constructor(db: Pick<Database, 'changes' | 'storedEvents'>) {
    this.#db = db;
  }

  /**
   * Follows a thread, a run, or the stored events of a workspace. Nothing that happens after this has resolved is missed.
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

  /**
   * A run of a scope that is `running`, if this process has stored that and has seen no later event. A follower of the
   * run receives every event after this.
   */
  running(scope: Scope, runId: string): RunDocument | undefined {
    return this.#running.find(scope, runId);
  }

  /** Ends all subscriptions. */
  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#all((follower) => follower.end());
  }

  async #listen(): Promise<void> {
    this.#stopListening = this.#db.storedEvents.listen((events, { run }) => {
      if (run !== undefined) this.#running.stored(run);
      for (const event of events) this.#deliverOnce({ event, run });
    });
    await this.#db.changes.follow({
      collections: ['events', 'deltas'],
      onDocument: (event) => {
        this.#deliver(event.thread_id, { event });
        // Deltas are for those who follow their thread.
        if (event.type !== 'message.delta') {
          this.#running.heard(event);
          this.#deliver(event.workspace_id, { event });
        }
        this.#deliverOnce({ event });
      },
      onGap: () => {
        this.#running.missed();
        this.#all((follower) => follower.miss());
      },
    });
    // Another process may have settled what this one stored before MongoDB sent anything.
    this.#running.missed();
  }

  /** To those who follow the run. */
  #deliverOnce(followed: FollowedEvent): void {
    const { _id, run_id } = followed.event;
    if (this.#announced.delete(_id)) return;
    if (this.#deliver(run_id, followed)) this.#announced.set(_id, true);
  }

  /** @returns whether anybody follows this thread, run or workspace */
  #deliver(id: string | undefined, followed: FollowedEvent): boolean {
    const followers = id === undefined ? undefined : this.#followers.get(id);
    for (const follower of followers ?? []) follower.deliver(followed);
    return followers !== undefined;
  }

  #all(work: (follower: EventSubscription) => void): void {
    for (const followers of this.#followers.values()) for (const follower of followers) work(follower);
  }
}
