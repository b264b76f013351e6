import { endingOf } from '../evidence/run-events.ts';
import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import { healthyMs } from '../faults/healthy-time.ts';
import type { PostedCancel } from '../journal/journal.ts';
import type { Check, Finding } from './check.ts';

/** A step in progress may finish. If everything works, it has finished by then. */
const graceMs = 10_000;
/** Nothing new is sent to the host after this time. */
const lastSendMs = 3_000;

/** An accepted cancel ends the run. */
export const cancels: Check = {
  rule: 'cancels',
  holds: 'After an accepted cancel the run makes no further call, and ends.',
  find(evidence) {
    const runs = new Map(evidence.runs.map((run) => [run.run.id, run]));
    return evidence.journal.cancels.flatMap((cancel) => {
      const run = runs.get(cancel.run_id);
      return run === undefined ? [] : findingsOf(cancel, run, evidence);
    });
  },
};

function findingsOf(cancel: PostedCancel, run: RunEvidence, { host, faults }: Evidence): Finding[] {
  if (cancel.fate.is !== 'accepted') return [];
  const from = cancel.fate.at;
  const { id: run_id, thread_id, closed_at } = run.run;
  const findings: Finding[] = [];
  const ending = endingOf(run);
  if (closed_at !== undefined && ending !== 'cancelled') {
    const wentOnMs = healthyMs({ from, until: Date.parse(closed_at) }, faults);
    if (wentOnMs > graceMs) {
      const what = `the run went on for ${wentOnMs} ms after its cancel was accepted, and is ${ending}`;
      findings.push({ what, run_id, thread_id });
    }
  }
  for (const { at, run_id: caller, key } of host) {
    if (caller !== run_id || healthyMs({ from, until: at }, faults) <= lastSendMs) continue;
    const what = `the host got a call ${at - from} ms after the cancel was accepted`;
    findings.push({ what, run_id, thread_id, tool_call_id: key });
  }
  return findings;
}
