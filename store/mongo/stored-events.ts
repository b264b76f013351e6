import type { EventDocument } from '#engine/documents/event.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';
import { Announced } from './announced.ts';

/** The documents of a write that stored events. */
export interface StoredWithEvents {
  /** Their webhook deliveries. */
  deliveries: PendingDeliveryDocument[];
  /** The run that they are about, if it was written. */
  run?: RunDocument | undefined;
}

/**
 * Announces the events that this process has stored. This is the fast path: if the process dies before it announces events,
 * they are still in the log.
 */
export class StoredEvents extends Announced<[EventDocument[], StoredWithEvents]> {
  constructor() {
    super('events');
  }

  override announce(events: EventDocument[], stored: StoredWithEvents = { deliveries: [] }): void {
    if (events.length > 0) super.announce(events, stored);
  }
}
