import { hasEnded } from '../evidence/calls.ts';
import type { RunEvidence } from '../evidence/evidence.ts';
import { isTerminalEvent } from '../evidence/run-events.ts';
import type { Check } from './check.ts';

/** The events of a run are complete. */
export const eventOrder: Check = {
  rule: 'event-order',
  holds:
    'The events of a run are 1 to n, each once, the first run.started and the last the one that tells its end.',
  find({ runs }) {
    return runs.flatMap((evidence) =>
      faultsOf(evidence).map((what) => ({
        what,
        run_id: evidence.run.id,
        thread_id: evidence.run.thread_id,
      })),
    );
  },
};

function faultsOf(evidence: RunEvidence): string[] {
  const { run, events } = evidence;
  const faults: string[] = [];
  const seqs = events.map(({ seq }) => seq);
  if (seqs.some((seq, index) => seq !== index + 1)) faults.push(`its events are ${seqs.join(', ')}`);
  if (new Set(events.map(({ id }) => id)).size !== events.length)
    faults.push('two of its events have one id');
  if (events[0]?.type !== 'run.started') faults.push(`its first event is ${events[0]?.type}`);
  const ends = events.filter(isTerminalEvent);
  const last = events.at(-1);
  if (!hasEnded(evidence)) {
    if (ends.length > 0) faults.push('an event tells its end, and it is open');
    return faults;
  }
  if (ends.length !== 1) faults.push(`${ends.length} events tell its end`);
  const expected = run.state === 'failed' ? 'run.failed' : 'run.completed';
  if (last?.type !== expected) faults.push(`it is ${run.state}, and its last event is ${last?.type}`);
  else if (last.type === 'run.completed' && last.data?.['reason'] !== run.reason) {
    faults.push(`its reason is ${run.reason}, and ${String(last.data?.['reason'])} in its last event`);
  }
  return faults;
}
