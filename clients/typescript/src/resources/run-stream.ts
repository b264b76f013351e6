import type { RequestOptions } from '../options.ts';
import type { Event, Run } from '../schema/types.gen.ts';

/** A step of a run that is followed. */
export interface RunUpdate {
  event: Event;
  /** The newest reply of the run, as far as it is made. */
  text: string;
}

/** The requests of which a followed run is made. */
export interface RunReads {
  get: () => Promise<Run>;
  /** The stored events of the run, the newest first. */
  events: () => AsyncIterable<Event>;
  /** The events of the run after this one, as they happen. */
  follow: (lastEventId: string | undefined) => AsyncIterable<Event>;
}

export type StreamOptions = Omit<RequestOptions, 'idempotencyKey'>;

const ends = new Set<string>(['run.completed', 'run.failed']);
const pauses = new Set<string>(['elicitation.requested', 'action.proposed', 'write.confirmation_requested']);

/**
 * Everything that happened in a run, and then what happens until it has ended or waits for a person, each event once.
 * @returns the run as it is then
 */
export async function* followRun({
  get,
  events,
  follow,
}: RunReads): AsyncGenerator<RunUpdate, Run, undefined> {
  const replies = new Replies();
  const seen = new Set<string>();
  let last: string | undefined;
  for (;;) {
    // Read before its events: they then have all that led to this state.
    const run = await get();
    const stored = await unseen(events(), seen);
    for (const event of stored) yield replies.update(event);
    last = stored.at(-1)?.id ?? last;
    if (run.state !== 'running') return run;
    if (!stored.some(({ type }) => ends.has(type) || pauses.has(type))) break;
  }
  for await (const event of follow(last)) {
    yield replies.update(event);
    if (!ends.has(event.type) && !pauses.has(event.type)) continue;
    const run = await get();
    // Somebody may have decided at once. The events up to its end then follow.
    if (ends.has(event.type) || (run.state !== 'running' && !run.terminal)) return run;
  }
  return await get();
}

/** Events that were not seen before, the oldest first. */
async function unseen(newestFirst: AsyncIterable<Event>, seen: Set<string>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of newestFirst) {
    if (seen.has(event.id)) break;
    events.unshift(event);
  }
  for (const { id } of events) seen.add(id);
  return events;
}

/** Adds up the pieces of replies. */
class Replies {
  #text = '';

  update(event: Event): RunUpdate {
    if (event.type === 'message.delta')
      this.#text = event.data.index === 0 ? event.data.text : this.#text + event.data.text;
    if (event.type === 'message.completed') this.#text = event.data.content;
    return { event, text: this.#text };
  }
}
