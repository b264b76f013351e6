import type { Message, Thread, ThreadEvent, Trace } from '../api/schema.ts';
import { pendingItems } from './pending-items.ts';
import { spokenIn, withSpoken } from './spoken.ts';
import { asksForPerson } from './run-moves.ts';
import type { Spoken } from './thread-log.ts';
import { inOrder, type TimelineItem } from './timeline.ts';
import { timelineOf } from './timeline-of.ts';
import { itemsOfTrace } from './trace-items.ts';
import { type ReadSoFar, startedRuns, wholeRuns } from './whole-runs.ts';

/** The parts of a timeline. */
export interface Known extends ReadSoFar {
  thread: Thread | undefined;
  spoken: ReadonlyMap<string, readonly Spoken[]>;
}

/** The parts of a thread that only the traces of its runs have. */
export interface Missing {
  /** The runs whose events are gone, oldest first. */
  gone: string[];
  /** Paused runs whose text before the pause has not arrived. */
  unloaded: string[];
}

/** The parts to read from traces. */
export function missingOf({ spoken, ...read }: Known): Missing {
  const shown = wholeRuns(read);
  const started = startedRuns(read.events);
  const runs = [...new Set(read.messages.map(({ run_id }) => run_id))].filter((runId) => shown.has(runId));
  const pausing = new Set(read.events.filter(asksForPerson).map(({ run_id }) => run_id));
  return {
    gone: read.moreEvents ? [] : runs.filter((runId) => !started.has(runId) && isOld(read, runId)),
    unloaded: runs.filter((runId) => pausing.has(runId) && !spoken.has(runId)),
  };
}

/** Everything that happened in the runs of which everything was read, and all that the thread waits for. */
export function wholeTimeline(known: Known, traces: ReadonlyMap<string, Trace>): TimelineItem[] {
  const { thread, messages, events, spoken } = known;
  const shown = wholeRuns(known);
  const { gone } = missingOf(known);
  const replaced = new Set(gone.filter((runId) => traces.has(runId)));
  const isShown = ({ run_id }: Message | ThreadEvent): boolean => run_id === undefined || shown.has(run_id);
  const items = [
    ...timelineOf(
      messages.filter(isShown),
      events.filter((event) => isShown(event) && !replaced.has(event.run_id ?? '')),
    ),
    ...[...traces.values()].flatMap((trace) => (replaced.has(trace.id) ? itemsOfTrace(trace) : [])),
  ];
  const said = new Map(spoken);
  for (const trace of traces.values()) {
    const all = spokenIn(trace);
    if (shown.has(trace.id) && all.length > (said.get(trace.id)?.length ?? 0)) said.set(trace.id, all);
  }
  return inOrder(withSpoken([...items, ...pendingItems(thread, items)], said));
}

/** A run that has just begun has no event yet. */
function isOld({ events, messages }: ReadSoFar, runId: string): boolean {
  const [oldest] = events;
  const question = messages.find(({ run_id }) => run_id === runId);
  if (question === undefined) return false;
  return oldest === undefined
    ? messages.some(({ role, run_id }) => role === 'assistant' && run_id === runId)
    : question.created_at < oldest.created_at;
}
