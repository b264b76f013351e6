import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';

/** A follower that is this many events behind receives a gap instead. */
const queueLimit = 256;

/** An event, and its run as it was stored with it, if this process did so. */
export interface FollowedEvent {
  event: EventDocument;
  run?: RunDocument | undefined;
}

/** The next item of a follower: an event, or the reason why there is none. */
export type Followed =
  | FollowedEvent
  /** Events may have been missed: the log has them. */
  | 'gap'
  /** Nothing happened during the wait. */
  | 'idle'
  /** Nothing more will come. */
  | 'over';

/** One follower of an {@link EventFeed}, which takes events at its own pace. Its memory is bounded. */
export class EventSubscription {
  readonly #signal: AbortSignal;
  readonly #onEnd: () => void;
  #queue: FollowedEvent[] = [];
  #gap = false;
  #over = false;
  #wake: () => void = () => {};

  constructor(signal: AbortSignal, onEnd: () => void) {
    this.#signal = signal;
    this.#onEnd = onEnd;
    signal.addEventListener('abort', this.end, { once: true });
    if (signal.aborted) this.#over = true;
  }

  async next(idleMs?: number): Promise<Followed> {
    if (!this.#over && !this.#gap && this.#queue.length === 0) await this.#woken(idleMs);
    if (this.#over) return 'over';
    if (this.#gap) {
      this.#gap = false;
      this.#queue = [];
      return 'gap';
    }
    return this.#queue.shift() ?? 'idle';
  }

  deliver(event: FollowedEvent): void {
    if (this.#queue.length === queueLimit) this.#gap = true;
    if (!this.#gap) this.#queue.push(event);
    this.#wake();
  }

  miss(): void {
    this.#gap = true;
    this.#wake();
  }

  /** Ends it, and releases a pending wait for the next event. */
  end = (): void => {
    this.#over = true;
    this.#signal.removeEventListener('abort', this.end);
    this.#onEnd();
    this.#wake();
  };

  async #woken(idleMs: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = idleMs === undefined ? undefined : setTimeout(resolve, idleMs);
    await promise;
    clearTimeout(timer);
  }
}
