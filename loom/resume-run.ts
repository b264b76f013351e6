import { ServiceError } from '#contract/errors.ts';
import type { NewDecision, NewOutcome } from '#contract/decisions.ts';
import type { NewMessage } from '#contract/message.ts';
import type { RunStep } from '#store/advance-run.ts';
import { wakeGraceMs } from '#store/open-run.ts';
import type { LoadedRun } from '#store/runs.ts';
import type { PauseDocument } from '#store/threads.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';
import { resolveCall, startedEvent } from './resolve-call.ts';

/** The pause that a run is in, or undefined. */
export function pauseOf({ run, thread }: LoadedRun): PauseDocument | undefined {
  return thread.pauses.find(({ shown }) => shown.run_id === run._id);
}

/**
 * The step that takes a decision. Racing decisions make the same step for the same run: one is written, the others
 * load again and find the call resolved (engineering invariant 2).
 * Nothing for the repetition of the request that decided.
 * @throws {ServiceError} in the order of contract section 4: `unknown_confirmation` for a call that is resolved,
 *   `not_awaiting_confirmation`, `unknown_confirmation` for another call than the held one
 */
export function decide(
  loaded: LoadedRun,
  call: ToolCallDocument | undefined,
  body: NewDecision,
  effect_id: string,
): RunStep | undefined {
  if (call?.decision?.effect_id === effect_id) return undefined;
  if (call !== undefined && (call.status !== 'pending' || call.decision !== undefined))
    throw unknownConfirmation();
  const pause = pauseOf(loaded);
  if (pause?.type !== 'confirmation') {
    throw new ServiceError('not_awaiting_confirmation', 'The run is not paused at a gate.');
  }
  if (call === undefined || pause.tool_call_id !== call._id) throw unknownConfirmation();
  const detail = body.detail === undefined ? {} : { detail: body.detail };
  const decision = { decision: body.decision, ...detail, effect_id, created_at: new Date() };
  if (body.decision === 'approve') {
    // Executed by the workflow: until then the call stays pending.
    return {
      ...resumes(call),
      callChanges: [{ tool_call_id: call._id, changes: { decision } }],
      events: [startedEvent(call)],
    };
  }
  const declined = { status: 'failed' as const, result: { declined: true, ...detail }, decision };
  return { ...resumes(call), ...resolveCall(call, declined, 'declined') };
}

function unknownConfirmation(): ServiceError {
  return new ServiceError('unknown_confirmation', 'No held call has that id, or it is resolved already.');
}

/**
 * The step that records an outcome, or nothing when the call has one already: the first stands.
 * @throws {ServiceError} `not_awaiting_outcome`, or `unknown_action` for another call than the proposed one
 */
export function recordOutcome(
  loaded: LoadedRun,
  call: ToolCallDocument | undefined,
  body: NewOutcome,
): RunStep | undefined {
  if (call?.outcome !== undefined) return undefined;
  const pause = pauseOf(loaded);
  if (pause?.type !== 'outcome') {
    throw new ServiceError('not_awaiting_outcome', 'The run is not awaiting an outcome.');
  }
  if (call === undefined || pause.tool_call_id !== call._id) {
    throw new ServiceError('unknown_action', 'No proposed action has that id.');
  }
  const told = { state: body.state, ...(body.detail === undefined ? {} : { detail: body.detail }) };
  const status = body.state === 'occurred' ? 'ok' : 'failed';
  return {
    ...resumes(call),
    ...resolveCall(call, { status, result: told, outcome: { ...told, created_at: new Date() } }),
  };
}

/** The step that takes a message as the answer to the question a run is paused for. */
export function answer(
  call: ToolCallDocument,
  { id, content, metadata }: NewMessage & { id: string },
): RunStep {
  return {
    ...resumes(call),
    ...resolveCall(call, { status: 'ok', result: { answer: content } }),
    message: { id, role: 'user', content, ...(metadata === undefined ? {} : { metadata }) },
  };
}

function resumes(call: ToolCallDocument): Required<Pick<RunStep, 'state' | 'wake'>> {
  const due_at = new Date(Date.now() + wakeGraceMs);
  return { state: { state: 'running' }, wake: { kind: 'resume', tool_call_id: call._id, due_at } };
}
