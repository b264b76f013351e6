import { callsOf, type CallStory, hasEnded, tracedCall, tracedCalls } from '../evidence/calls.ts';
import type { RunEvidence } from '../evidence/evidence.ts';
import { type Check, findingsOf } from './check.ts';

/** The end of a run leaves no call open, however it ended. */
export const settledCalls: Check = {
  rule: 'settled-calls',
  holds: 'No terminal run has a pending call, and every tool_call.started has its one tool_call.completed.',
  find({ runs }) {
    return runs.filter(hasEnded).flatMap((evidence) => [
      ...findingsOf(
        evidence,
        tracedCalls(evidence).map(
          ({ status, patch_ref }) => status === 'pending' && `a call of ${patch_ref} is pending`,
        ),
      ),
      ...callsOf(evidence).flatMap((call) => findingsOf(evidence, faultsOf(evidence, call), call.id)),
    ]);
  },
};

function faultsOf(evidence: RunEvidence, { name, args, started, completed, status }: CallStory) {
  const [first] = started;
  const [last] = completed;
  const traced = tracedCall(evidence, args?.['mark'])?.status;
  return [
    started.length > 1 && `is told as started ${started.length} times`,
    completed.length !== 1 && `is told as completed ${completed.length} times`,
    first !== undefined &&
      last !== undefined &&
      (last.seq ?? 0) < (first.seq ?? 0) &&
      'is told as completed before it is told as started',
    traced !== undefined &&
      status !== undefined &&
      (traced === 'ok') !== (status === 'ok') &&
      `is ${traced} in the trace and ${status} in its event`,
  ].map((fault) => fault !== false && `a call of ${name} ${fault}`);
}
