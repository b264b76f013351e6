/** The types of the API: those of the official client. */
import type { Event } from '#heddle-client/schema/types.gen.ts';

export type * from '#heddle-client/schema/types.gen.ts';

/** An event. Without `parent`, which is always null. */
export type ThreadEvent = Omit<Event, 'parent'>;
