import { z } from 'zod';
import { Event, type EventType, eventTypes } from './event.ts';
import { eventData } from './event-data.ts';

/** `run.started` is a `RunStartedEvent`. */
function nameOf(type: EventType): string {
  const words = type.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Event`;
}

function eventOf(type: EventType) {
  return Event.extend({ type: z.literal(type), data: eventData[type] }).meta({ id: nameOf(type) });
}

const [first, ...others] = eventTypes;

/** An event as clients get it: its type says what its data is. */
export const ShownEvent: z.ZodType<Event> = z
  .discriminatedUnion('type', [eventOf(first), ...others.map(eventOf)])
  .meta({ id: 'Event', description: 'Ignore types that you do not know: more may be added.' });

/** The body of a delivery to an endpoint with `ids_only`. */
export const EventWithoutData = Event.omit({ data: true }).meta({ id: 'EventWithoutData' });
