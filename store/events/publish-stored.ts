import type { Event } from '#contract/event.ts';
import type { Database } from '../mongo/database.ts';
import { toEvent } from './events.ts';

/** Publishes every event that this process stores, right after it is stored. `publish` neither throws nor waits. */
export function publishStored(db: Database, publish: (event: Event) => void): void {
  db.storedEvents.listen((events) => {
    for (const event of events) publish(toEvent(event));
  });
}
