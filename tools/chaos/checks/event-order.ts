import { hasEnded } from '../evidence/calls.ts';
import type { RunEvidence } from '../evidence/evidence.ts';
import { isTerminalEvent } from '../evidence/run-events.ts';
import { type Check, findingsOf } from './check.ts';

/** The events of a run are complete. */
export const eventOrder: Check = {
  rule: 'event-order',
  holds:
    'The events of a run are 1 to n, each once, the first run.started and the last the one that tells its end.',
  find({ runs }) {
    return runs.flatMap((run) => findingsOf(run, [...faultsOf(run), ...faultsOfEnd(run)]));
  },
};

function faultsOf({ events }: RunEvidence) {
  const seqs = events.map(({ seq }) => seq);
  return [
    seqs.some((seq, index) => seq !== index + 1) && `its events are ${seqs.join(', ')}`,
    new Set(events.map(({ id }) => id)).size !== events.length && 'two of its events have one id',
    events[0]?.type !== 'run.started' && `its first event is ${events[0]?.type}`,
  ];
}

function faultsOfEnd(evidence: RunEvidence) {
  const { run, events } = evidence;
  const ends = events.filter(isTerminalEvent);
  if (!hasEnded(evidence)) return [ends.length > 0 && 'an event tells its end, and it is open'];
  const { type, data } = events.at(-1) ?? {};
  const expected = run.state === 'failed' ? 'run.failed' : 'run.completed';
  return [
    ends.length !== 1 && `${ends.length} events tell its end`,
    type !== expected && `it is ${run.state}, and its last event is ${type}`,
    type === expected &&
      type === 'run.completed' &&
      data?.['reason'] !== run.reason &&
      `its reason is ${run.reason}, and ${String(data?.['reason'])} in its last event`,
  ];
}
