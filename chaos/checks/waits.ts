import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import { hasEnded } from '../evidence/calls.ts';
import { at, isPauseEvent, runsByThread } from '../evidence/run-events.ts';
import type { FaultWindow } from '../faults/fault.ts';
import { longestHealthyMs } from '../faults/healthy-time.ts';
import type { Check } from './check.ts';

/** How long a run may stand still with everything in order: the promise for what was accepted under a fault. */
export const longestWaitMs = 30_000;

/** The longest time for which each run that was to go on stood still, while everything was in order. */
export function waitsOf(evidence: Evidence): { run: RunEvidence; waitMs: number }[] {
  return [...runsByThread(evidence).values()].flatMap((runs) =>
    runs.map((run) => ({ run, waitMs: longestWait(run, runs, evidence) })),
  );
}

/** What was accepted is gone on with soon after everything is back. */
export const waits: Check = {
  rule: 'waits',
  holds: `No run stands still for more than ${longestWaitMs / 1000} s while everything is in order.`,
  find(evidence) {
    return waitsOf(evidence)
      .filter(({ waitMs }) => waitMs > longestWaitMs)
      .map(({ run: { run }, waitMs }) => ({
        what: `it stood still for ${(waitMs / 1000).toFixed(1)} s with everything in order`,
        run_id: run.id,
        thread_id: run.thread_id,
      }));
  },
};

function longestWait(
  evidence: RunEvidence,
  runsOfThread: RunEvidence[],
  { faults, readAt }: Evidence,
): number {
  // What another run of the thread does is what this one waits for.
  const others = runsOfThread.filter(({ run }) => run.id !== evidence.run.id).flatMap(({ events }) => events);
  const interruptions: FaultWindow[] = [
    ...faults,
    ...others.map((event) => ({
      part: 'worker-1' as const,
      kind: 'freeze' as const,
      from: at(event),
      until: at(event),
    })),
  ];
  const { events } = evidence;
  let longest = 0;
  for (const [index, event] of events.entries()) {
    // A pause lasts as long as people take.
    if (isPauseEvent(event)) continue;
    const next = events[index + 1];
    if (next === undefined && hasEnded(evidence)) break;
    const span = { from: at(event), until: next === undefined ? readAt : at(next) };
    longest = Math.max(longest, longestHealthyMs(span, interruptions));
  }
  return longest;
}
