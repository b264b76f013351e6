import type { LoadedRun } from '#store/documents/run.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import { callSettled } from './call-settled.ts';
import { waitsFor } from './calls.ts';
import { requestCancel } from './cancel.ts';
import { directiveOf, isNext } from './directive.ts';
import { closed, endRun, failed } from './ending.ts';
import { pauseForCall } from './pause-for-call.ts';
import type { Input } from './inputs.ts';
import { answer, decide, pauseOf, reportOutcome } from './resolution.ts';
import { applied, changesOf } from './changes-of.ts';
import type { Step } from './step.ts';
import type { Outcome, Surroundings } from './stored.ts';
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
  surroundings: Surroundings,
  call?: ToolCallDocument,
): Outcome {
  const step = stepOf(stored, input, surroundings, call ?? callNamed(stored, input));
  if (step === undefined) return { outcome: 'unchanged', after: stored, directive: directiveOf(stored) };
  if ('until' in step) return { outcome: 'too_early', until: step.until };
  const changes = changesOf(stored, step, surroundings);
  const after = applied(stored, changes);
  return { outcome: 'changed', changes, after, directive: directiveOf(after) };
}

function stepOf(
  stored: LoadedRun,
  input: Input,
  surroundings: Surroundings,
  call: ToolCallDocument | undefined,
): Step | { until: Date } | undefined {
  const { run } = stored;
  const { now } = surroundings;
  switch (input.type) {
    case 'turn_taken':
      return run.state === 'running' && run.turn_count === input.turn - 1
        ? turnTaken(stored, input, surroundings)
        : undefined;
    case 'call_settled':
      return callSettled(stored, input, surroundings);
    case 'call_held':
      return callHeld(stored, input, now);
    case 'answer':
      return answer(stored, call, input, surroundings);
    case 'decision':
      return decide(stored, call, input, surroundings);
    case 'outcome':
      return reportOutcome(stored, call, input, surroundings);
    case 'cancel_requested':
      return requestCancel(stored, surroundings);
    case 'cancel':
      return endRun(stored, closed('cancelled'), 'workflow', now);
    case 'expiry':
      return pauseOf(stored)?.tool_call_id === input.tool_call_id
        ? endRun(stored, closed('expired'), 'workflow', now)
        : undefined;
    case 'failure':
      return failure(stored, input, now);
    case 'workflow_lost':
      return endRun(
        stored,
        run.cancel_requested === true ? closed('cancelled') : failed('internal_error'),
        'sweep',
        now,
      );
  }
}

/**
 * A failure does not end a run that has paused or otherwise gone on after the step: it was stored just before its worker
 * died. A worker that Temporal has given up on may report the failure much later.
 */
function failure(stored: LoadedRun, { error, step }: Extract<Input, { type: 'failure' }>, now: Date) {
  const { run } = stored;
  if (run.state !== 'running' || (step !== undefined && !isNext(stored, step))) return undefined;
  return endRun(stored, run.cancel_requested === true ? closed('cancelled') : failed(error), 'workflow', now);
}

function callHeld(
  stored: LoadedRun,
  { tool_call_id, pause_ttl_seconds }: Extract<Input, { type: 'call_held' }>,
  now: Date,
): Step | { until: Date } | undefined {
  const { run, calls } = stored;
  if (run.state !== 'running') return undefined;
  if (run.cancel_requested === true) return endRun(stored, closed('cancelled'), 'workflow', now);
  const call = calls.find(({ _id }) => _id === tool_call_id);
  const waits = call === undefined ? undefined : waitsFor(call);
  if (call === undefined || waits === undefined || waits === 'execution') return undefined;
  // The calls may have been read before the run: the write checks that this one is still pending and undecided.
  const unchanged = { before: call, set: { status: call.status } };
  return { by: 'workflow', ...pauseForCall(call, pause_ttl_seconds, now), calls: [unchanged] };
}

function callNamed({ calls }: LoadedRun, input: Input): ToolCallDocument | undefined {
  return 'tool_call_id' in input ? calls.find(({ _id }) => _id === input.tool_call_id) : undefined;
}
