import type { Event } from '#contract/event.ts';
import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import { hasEnded } from '../evidence/calls.ts';
import { at, isPauseEvent, runsByThread } from '../evidence/run-events.ts';
import type { FaultWindow } from '../faults/fault.ts';
import { longestHealthyMs, type Span } from '../faults/healthy-time.ts';
import { type Check, findingsOf } from './check.ts';

/** How long a run may make no progress while everything works: the promise for what was accepted during a fault. */
export const longestWaitMs = 30_000;

/** The longest time for which each run made no progress although it should have, while everything worked. */
export function waitsOf(evidence: Evidence): { run: RunEvidence; waitMs: number }[] {
  return [...runsByThread(evidence).values()].flatMap((runs) =>
    runs.map((run) => ({ run, waitMs: longestWait(run, runs, evidence) })),
  );
}

/** Accepted work continues soon after everything is back. */
export const waits: Check = {
  rule: 'waits',
  holds: `No run stands still for more than ${longestWaitMs / 1000} s while everything is in order.`,
  find(evidence) {
    return waitsOf(evidence)
      .filter(({ waitMs }) => waitMs > longestWaitMs)
      .flatMap(({ run, waitMs }) =>
        findingsOf(run, [`it stood still for ${(waitMs / 1000).toFixed(1)} s with everything in order`]),
      );
  },
};

function longestWait(evidence: RunEvidence, runsOfThread: RunEvidence[], all: Evidence): number {
  // This run waits for what another run of the thread does.
  const others = runsOfThread.filter(({ run }) => run.id !== evidence.run.id).flatMap(({ events }) => events);
  const interruptions = [...all.faults, ...others.map(moment)];
  const spans = [...betweenEvents(evidence, all), ...afterCancels(evidence, all)];
  return Math.max(0, ...spans.map((span) => longestHealthyMs(span, interruptions)));
}

/** The times for which the run did nothing, except its pauses, which last as long as people take. */
function betweenEvents(evidence: RunEvidence, { readAt }: Evidence): Span[] {
  const { events } = evidence;
  return events.flatMap((event, index) => {
    const next = events[index + 1];
    if (isPauseEvent(event) || isHeldAfter(events.slice(0, index + 1))) return [];
    if (next === undefined && hasEnded(evidence)) return [];
    return [{ from: at(event), until: next === undefined ? readAt : at(next) }];
  });
}

/** Whether a call is held after these events: nobody has decided on it, or it has not been begun yet. */
function isHeldAfter(events: Event[]): boolean {
  const held = new Set<unknown>();
  for (const { type, data } of events) {
    if (type === 'write.confirmation_requested') held.add(data?.['tool_call_id']);
    if (type === 'tool_call.started' || type === 'tool_call.completed') held.delete(data?.['tool_call_id']);
  }
  return held.size > 0;
}

/** From an accepted cancellation to the next action of the run, because a pause does not delay its end. */
function afterCancels({ run, events }: RunEvidence, { journal, readAt }: Evidence): Span[] {
  return journal.cancels.flatMap(({ run_id, fate }) => {
    if (run_id !== run.id || fate.is !== 'accepted') return [];
    const from = fate.at;
    if (run.closed_at !== undefined && Date.parse(run.closed_at) <= from) return [];
    const next = events.find((event) => at(event) > from);
    return [{ from, until: next === undefined ? readAt : at(next) }];
  });
}

/** An event as a fault without duration, which splits a wait in two. */
function moment(event: Event): FaultWindow {
  return { part: 'worker-1', kind: 'freeze', from: at(event), until: at(event) };
}
