import { endingOf } from '../evidence/run-events.ts';
import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import { callsOf, tracedCall } from '../evidence/calls.ts';
import { healthyMs } from '../faults/healthy-time.ts';
import { type Check, type Finding, findingsOf } from './check.ts';

/** A step in progress may finish. Without faults, it finishes within this time. */
const graceMs = 10_000;
/** A call that needed no approval is sent within this time, if the cancel came too late for it. */
const lastSendMs = 3_000;

/** An accepted cancel ends the run. */
export const cancels: Check = {
  rule: 'cancels',
  holds: 'After an accepted cancel the run makes only the calls that were approved before, and ends.',
  find(evidence) {
    const runs = new Map(evidence.runs.map((run) => [run.run.id, run]));
    return evidence.journal.cancels.flatMap(({ run_id, fate }) => {
      const run = runs.get(run_id);
      return run === undefined || fate.is !== 'accepted' ? [] : findingsSince(fate.at, run, evidence);
    });
  },
};

function findingsSince(from: number, evidence: RunEvidence, { host, faults }: Evidence): Finding[] {
  const { id, closed_at } = evidence.run;
  const ending = endingOf(evidence);
  const wentOnMs =
    closed_at === undefined || ending === 'cancelled'
      ? 0
      : healthyMs({ from, until: Date.parse(closed_at) }, faults);
  const late = host.filter(({ at, run_id, key }) => {
    if (run_id !== id) return false;
    const approved = approvedAt(evidence, key);
    return approved === undefined
      ? healthyMs({ from, until: at }, faults) > lastSendMs
      : approved > from && at > from;
  });
  return [
    ...findingsOf(evidence, [
      wentOnMs > graceMs &&
        `the run went on for ${wentOnMs} ms after its cancel was accepted, and is ${ending}`,
    ]),
    ...late.flatMap(({ at, key }) =>
      findingsOf(evidence, [`the host got a call ${at - from} ms after the cancel was accepted`], key),
    ),
  ];
}

/** When the last approval that a call needed was given, in milliseconds since the epoch; undefined if it needed none. */
function approvedAt(evidence: RunEvidence, key: string): number | undefined {
  const story = callsOf(evidence).find((call) => call.id === key);
  const counting = (tracedCall(evidence, story?.args?.['mark'])?.decisions ?? []).filter(
    ({ decision, withdrawn_at, lapsed_at }) =>
      decision === 'approve' && withdrawn_at === undefined && lapsed_at === undefined,
  );
  return counting.length === 0 ? undefined : Math.max(...counting.map(({ at }) => Date.parse(at)));
}
