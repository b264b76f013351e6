import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';

/** What was stored in the same write as events. */
export interface StoredWithEvents {
  /** Their webhook deliveries. */
  deliveries: PendingDeliveryDocument[];
  /** The run that they are about, if it was written. */
  run?: RunDocument | undefined;
}

/**
 * Receives the events that one write stored, in order, and what was stored with them. It must return at once, because
 * the write waits for it.
 */
export type StoredEventsListener = (events: EventDocument[], stored: StoredWithEvents) => void;

/**
 * Announces the events that this process has stored, right after their write took effect. This is the fast path: if the
 * process dies before it announces events, they are still in the log.
 */
export class StoredEvents {
  readonly #listeners = new Set<StoredEventsListener>();

  /** @returns a function that stops this */
  listen(listener: StoredEventsListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls all listeners. Their errors do not affect what was stored. */
  announce(events: EventDocument[], stored: StoredWithEvents = { deliveries: [] }): void {
    if (events.length === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(events, stored);
      } catch (error) {
        const kind = error instanceof Error ? error.name : typeof error;
        process.emitWarning(`A listener of stored events failed: ${kind}`);
      }
    }
  }
}
