import type { EventDocument } from '#engine/documents/event.ts';
import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';

/**
 * Receives the events that one write stored, in order, and the webhook deliveries that were stored with them. It must
 * return at once, because the write waits for it.
 */
export type StoredEventsListener = (events: EventDocument[], deliveries: PendingDeliveryDocument[]) => void;

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
  announce(events: EventDocument[], deliveries: PendingDeliveryDocument[] = []): void {
    if (events.length === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(events, deliveries);
      } catch (error) {
        const kind = error instanceof Error ? error.name : typeof error;
        process.emitWarning(`A listener of stored events failed: ${kind}`);
      }
    }
  }
}
