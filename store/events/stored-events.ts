import type { EventDocument } from '../documents/event.ts';
import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';

/**
 * Hears of events that were stored by one write, in their order, and of the deliveries to webhook endpoints that were
 * stored with them. It returns at once: the write waits for it.
 */
export type StoredEventsListener = (events: EventDocument[], deliveries: PendingDeliveryDocument[]) => void;

/**
 * Tells of the events that this process has stored, right after their write took effect. It is the quick way: events
 * whose process dies before it told of them are in the log all the same.
 */
export class StoredEvents {
  readonly #listeners = new Set<StoredEventsListener>();

  /** @returns ends the listening */
  listen(listener: StoredEventsListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells all listeners. What they throw is theirs: what was stored stays stored. */
  tell(events: EventDocument[], deliveries: PendingDeliveryDocument[] = []): void {
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
