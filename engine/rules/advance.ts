import type { ClosingReason, LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { SeenCalls } from '#contract/temporal/seen-calls.ts';
import { isPaused } from '#contract/run-state.ts';
import { callSettled } from './call-settled.ts';
import { waitsFor } from './calls.ts';
import { callsHeld } from './calls-held.ts';
import { requestCancel } from './cancel.ts';
import { directiveOf, isNext } from './directive.ts';
import { closed, endInstead, endRun, failed, unmade } from './ending.ts';
import { expire, overtakenBy } from './expiry.ts';
import { freezeCall } from './freezes/freeze-call.ts';
import { liftFreeze } from './freezes/lift-freeze.ts';
import { lapse } from './gates/lapse.ts';
import { withTries } from './model-tries.ts';
import type { CallSettled, Input } from './inputs.ts';
import { decide, withdraw } from './gates/decide.ts';
import { revise } from './gates/revise.ts';
import { wake } from './gates/wake.ts';
import { answer, reportOutcome } from './resolution.ts';
import { applied, changesOf } from './changes-of.ts';
import type { Step } from './step.ts';
import type { Outcome, RuleContext } from './stored.ts';
import { wasSeenMade } from './seen-calls.ts';
import { turnTaken } from './turn-taken.ts';

/**
 * Decides what an input changes in the life of a run. Pure: it reads nothing, has no clock and creates no ids, and the
 * same input for the same documents gives the same changes. An input that is repeated or comes too late changes
 * nothing.
 *
 * The caller stores the changes, all or none, on condition that run, thread and calls are still as they were passed in.
 * Otherwise it loads and calls this again.
 * @param call the call that the input concerns, if it may be one of an earlier turn
 * @throws {ServiceError} for a decision, an outcome or an answer that the run does not wait for
 */
export function advance(
  stored: LoadedRun,
  input: Input,
  context: RuleContext,
  call?: ToolCallDocument,
): Outcome {
  const end = overtakenBy(stored, input, context);
  if (end !== undefined) return { outcome: 'expired', changes: changesOf(stored, end, context) };
  const step = stepOf(stored, input, context, call ?? callNamed(stored, input));
  if (step === undefined) return { outcome: 'unchanged', after: stored, directive: directiveOf(stored) };
  if ('until' in step) return { outcome: 'too_early', until: step.until };
  const changes = changesOf(stored, step, context);
  const after = applied(stored, changes);
  return { outcome: 'changed', changes, after, directive: directiveOf(after) };
}

function stepOf(
  stored: LoadedRun,
  input: Input,
  context: RuleContext,
  call: ToolCallDocument | undefined,
): Step | { until: Date } | undefined {
  const { run } = stored;
  const { now } = context;
  switch (input.type) {
    case 'turn_taken':
      return isNext(stored, { next: 'turn', turn: input.turn })
        ? turnTaken(stored, input, context)
        : undefined;
    case 'call_settled':
      return callSettled(stored, input, context);
    case 'calls_held':
      return callsHeld(stored, input, context);
    case 'answer':
      return answer(stored, call, input, context);
    case 'decision':
      return decide(stored, call, input, context);
    case 'revision':
      return revise(stored, call, input, context);
    case 'withdrawal':
      return withdraw(stored, call, input, context);
    case 'outcome':
      return reportOutcome(stored, call, input, context);
    case 'cancel_requested':
      return requestCancel(stored, input, context);
    case 'cancel':
      return end(stored, input.seen, now);
    case 'approval_lapsed':
      return run.closing === undefined
        ? lapse(stored, input, now)
        : callSettled(stored, unmadeCall(input.tool_call_id, run.closing), context);
    case 'call_frozen':
      return freezeCall(stored, input, context);
    case 'freeze_lifted':
      return liftFreeze(stored, input);
    case 'expiry':
      return expire(stored, input, context);
    case 'wake':
      return wake(stored, input, context);
    case 'turn_failed':
      return isNext(stored, { next: 'turn', turn: input.turn })
        ? { by: 'workflow', run: { tries: withTries(run.tries, input.failed) } }
        : undefined;
    case 'failure':
      return failure(stored, input, now);
    case 'workflow_lost':
      return endRun(stored, endInstead(run) ?? failed('internal_error'), 'sweep', now, (each) =>
        mayHaveBeenMade(each, input),
      );
  }
}

/** The run ends because that was requested, or its held calls have expired. Approved calls are made first. */
function end(stored: LoadedRun, seen: SeenCalls | undefined, now: Date): Step | { until: Date } | undefined {
  const { run, calls } = stored;
  const isToMake = isPaused(run.state) || calls.some((call) => waitsFor(call) === 'execution');
  if (run.closing !== undefined && isToMake) return undefined;
  const state = closed(run.closing ?? 'cancelled');
  return endRun(stored, state, 'workflow', now, (each) => wasSeenMade(each, seen));
}

/**
 * A failure does not end a run that has paused or otherwise gone on after the step: it was stored just before its worker
 * died. A worker that Temporal has given up on may report the failure much later.
 */
function failure(
  stored: LoadedRun,
  { error, step, seen, failed: tries }: Extract<Input, { type: 'failure' }>,
  now: Date,
): Step | { until: Date } | undefined {
  const { run } = stored;
  if (!isNext(stored, step)) return undefined;
  const end = endInstead(run) ?? failed(error);
  const ended = endRun(stored, end, 'workflow', now, (call) => wasSeenMade(call, seen));
  if (ended === undefined || 'until' in ended || tries === undefined) return ended;
  return { ...ended, run: { ...ended.run, tries: withTries(run.tries, tries) } };
}

/**
 * Whether a call without a mark may have been made by a workflow that has ended. What it has seen is lost with it, so the
 * store may have been restored to before the call was marked. If the workflow has ended by itself, the store certainly
 * was.
 */
function mayHaveBeenMade(
  { interaction, decision }: ToolCallDocument,
  { completed }: Extract<Input, { type: 'workflow_lost' }>,
): boolean {
  return interaction === 'silent' && (completed === true || decision?.decision === 'approve');
}

/** A call that cannot be sent any more: its run closes, so nobody can be asked about it again. */
function unmadeCall(tool_call_id: string, closing: ClosingReason): CallSettled {
  return { type: 'call_settled', tool_call_id, resolution: unmade(closing), unsent: true };
}

function callNamed({ calls }: LoadedRun, input: Input): ToolCallDocument | undefined {
  return 'tool_call_id' in input ? calls.find(({ _id }) => _id === input.tool_call_id) : undefined;
}
