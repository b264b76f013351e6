import { failure } from '../resolve-call.ts';
import type { LoadedRun } from '../../documents/run.ts';
import { sentBefore, waitsFor } from '../calls.ts';
import { changedCall } from '../changes-of.ts';
import { holdCalls } from '../hold-calls.ts';
import { pauseWith } from '../gates/held-pause.ts';
import { waitingCall } from '../gates/waiting-call.ts';
import type { Input } from '../inputs.ts';
import { makesCalls } from '../pause.ts';
import type { Step } from '../step.ts';
import type { RuleContext, UnsetField } from '../stored.ts';

/** The result of a call without a gate that a freeze has kept from being sent. Models do not see the reason. */
export function frozenFailure(): ReturnType<typeof failure> {
  return failure('frozen', 'The call is frozen: it was not sent.');
}

/**
 * Holds an approved call back that a freeze covers (freeze.held). It keeps its approvals, beside those that are held, or as the only one
 * for which its run waits. Nobody is asked again.
 * @returns nothing if the call does not wait to be made, may have been sent before, or its run is to end
 */
export function freezeCall(
  stored: LoadedRun,
  { tool_call_id, frozen, pause_ttl_seconds }: Extract<Input, { type: 'call_frozen' }>,
  context: RuleContext,
): Step | undefined {
  const { run, calls } = stored;
  const call = calls.find(({ _id }) => _id === tool_call_id);
  if (!makesCalls(run) || call === undefined || waitsFor(call) !== 'execution') return undefined;
  if (call.decision?.decision !== 'approve' || sentBefore(call) !== undefined) return undefined;
  if (run.cancel_requested === true && run.closing === undefined) return undefined;
  const set = {
    approvals: [...(call.approvals ?? []), call.decision],
    approval_changes: (call.approval_changes ?? 0) + 1,
    frozen,
    was_frozen: true as const,
    not_before: call.not_before ?? context.now,
  };
  // It has all of its approvals. The clock of its last stage would still send reminders.
  const unset: UnsetField[] = ['decision', 'effect_claim', 'stage_clock'];
  const after = changedCall(call, { set, unset });
  const { state, pauses } = holdCalls(run, [waitingCall(after)], pause_ttl_seconds, context);
  return {
    by: 'workflow',
    state,
    ...pauseWith({ run: { ...run, pauses } }, after),
    calls: [{ before: call, set, unset }],
  };
}
