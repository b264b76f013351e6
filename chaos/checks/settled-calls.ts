import { callsOf, type CallStory, hasEnded, tracedCall, tracedCalls } from '../evidence/calls.ts';
import type { RunEvidence } from '../evidence/evidence.ts';
import type { Check } from './check.ts';

/** The end of a run leaves no call open, however it ended. */
export const settledCalls: Check = {
  rule: 'settled-calls',
  holds: 'No terminal run has a pending call, and every tool_call.started has its one tool_call.completed.',
  find({ runs }) {
    return runs.filter(hasEnded).flatMap((evidence) => {
      const { id: run_id, thread_id } = evidence.run;
      const pending = tracedCalls(evidence)
        .filter(({ status }) => status === 'pending')
        .map(({ patch_ref }) => ({ what: `a call of ${patch_ref} is pending`, run_id, thread_id }));
      const told = callsOf(evidence).flatMap((call) =>
        faultsOf(evidence, call).map((what) => ({ what, run_id, thread_id, tool_call_id: call.id })),
      );
      return [...pending, ...told];
    });
  },
};

function faultsOf(evidence: RunEvidence, { name, args, started, completed, status }: CallStory): string[] {
  const faults: string[] = [];
  if (started.length > 1) faults.push(`a call of ${name} is told as started ${started.length} times`);
  if (completed.length !== 1) faults.push(`a call of ${name} is told as completed ${completed.length} times`);
  const [first] = started;
  const [last] = completed;
  if (first !== undefined && last !== undefined && (last.seq ?? 0) < (first.seq ?? 0)) {
    faults.push(`a call of ${name} is told as completed before it is told as started`);
  }
  const traced = tracedCall(evidence, args?.['mark']);
  if (traced !== undefined && status !== undefined && (traced.status === 'ok') !== (status === 'ok')) {
    faults.push(`a call of ${name} is ${traced.status} in the trace and ${status} in its event`);
  }
  return faults;
}
