import type { Message, ThreadEvent } from '../api/schema.ts';
import { openRuns } from './open-runs.ts';

/** The newest messages and events of a thread, and whether there are older ones. */
export interface ReadSoFar {
  messages: readonly Message[];
  events: readonly ThreadEvent[];
  moreMessages: boolean;
  moreEvents: boolean;
}

/**
 * The runs of which everything was read, so that no reply stands without its question or without what led to it. A run that
 * is open is among them in any case.
 */
export function wholeRuns({ messages, events, moreMessages, moreEvents }: ReadSoFar): Set<string> {
  const asked = new Set(messages.flatMap(({ role, run_id }) => (role === 'user' ? [run_id] : [])));
  const started = startedRuns(events);
  const [oldest] = events;
  // All events after the first one read are read, or will arrive.
  const isReached = ({ created_at }: Message): boolean =>
    oldest !== undefined && created_at >= oldest.created_at;
  const first = new Map(messages.toReversed().map((message) => [message.run_id, message]));
  const reached = new Set([...first.values()].filter(isReached).map(({ run_id }) => run_id));
  const all = new Set(
    [...messages, ...events].flatMap(({ run_id }) => (run_id === undefined ? [] : [run_id])),
  );
  const isWhole = (runId: string): boolean =>
    (!moreMessages || asked.has(runId)) && (!moreEvents || started.has(runId) || reached.has(runId));
  return new Set([...[...all].filter(isWhole), ...openRuns(events)]);
}

/** The runs whose first event is among these. */
export function startedRuns(events: readonly ThreadEvent[]): Set<string> {
  return new Set(
    events.flatMap(({ type, run_id }) => (type === 'run.started' && run_id !== undefined ? [run_id] : [])),
  );
}

/** Whether there is more to show, be it that it was not read or that a run is not whole yet. */
export function hasEarlier(read: ReadSoFar): boolean {
  const whole = wholeRuns(read);
  return read.moreMessages || read.messages.some(({ run_id }) => !whole.has(run_id));
}
