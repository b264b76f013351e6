import { outcomeUnknown } from '#contract/in-doubt.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { RunEvent } from './events.ts';
import { redactedArgs, redactedResult } from './redaction.ts';
import type { CallChange } from './stored.ts';

/** The result of a call. */
export type CallResolution = Pick<
  ToolCallDocument,
  | 'status'
  | 'result'
  | 'error'
  | 'request'
  | 'repeated'
  | 'response_status'
  | 'rejected_before'
  | 'expired_before'
>;

/** The status of a resolved call in `tool_call.completed` (event.type.tool-call-completed). */
export type CompletedStatus = 'ok' | 'failed' | 'declined' | 'denied';

/** A resolved call, and the event that reports it. */
export interface ResolvedCall {
  change: CallChange;
  event: RunEvent;
}

/** Resolves a pending call. */
export function resolveCall(
  call: ToolCallDocument,
  resolution: Partial<ToolCallDocument> & Pick<CallResolution, 'status'>,
  finished_at: Date,
  status: CompletedStatus = resolution.status === 'ok' ? 'ok' : 'failed',
): ResolvedCall {
  const set = { ...resolution, finished_at };
  const unset = releasesEffect(call, resolution) ? { unset: ['effect_claim' as const] } : {};
  return { change: { before: call, set, ...unset }, event: completedEvent({ ...call, ...set }, status) };
}

/** Whether nobody knows if a failed call took effect. */
export function isInDoubt({ status, error }: Partial<Pick<ToolCallDocument, 'status' | 'error'>>): boolean {
  return status === 'failed' && error?.code === outcomeUnknown;
}

/** Whether a call that is resolved in this way gives up its claim: it has certainly failed, so another one may be made. */
function releasesEffect({ effect }: ToolCallDocument, resolution: Partial<ToolCallDocument>): boolean {
  return effect !== undefined && resolution.status === 'failed' && !isInDoubt(resolution);
}

/** A failed call with its error for the model. */
export function failure(
  code: string,
  message: string,
): Required<Pick<CallResolution, 'status' | 'result' | 'error'>> {
  const error = { code, message };
  return { status: 'failed', result: toJsonText({ error }), error };
}

/** A call that was sent, and of which nobody knows whether it took effect (tool-call.in-doubt). */
export function unknownOutcome(): ReturnType<typeof failure> {
  return inDoubt('The call was sent, and its answer is not known.');
}

/**
 * The same, with the reason.
 * @param why one or more sentences
 */
export function inDoubt(why: string): ReturnType<typeof failure> {
  return failure(
    outcomeUnknown,
    `${why} The outcome is not known: the call may have taken effect. It is not made again.`,
  );
}

/** Whether a call was to be made before, and went back to its gate: its start is announced once. */
export function hasStarted({
  lapsed_decisions,
  returned,
  was_frozen,
}: Pick<ToolCallDocument, 'lapsed_decisions' | 'returned' | 'was_frozen'>): boolean {
  return lapsed_decisions !== undefined || returned !== undefined || was_frozen === true;
}

/** @param args the redacted arguments. Default: they are read from the call */
export function startedEvent(call: ToolCallDocument, args = redactedArgs(call)): RunEvent {
  return { type: 'tool_call.started', data: { ...named(call), args } };
}

export function completedEvent(call: ToolCallDocument, status: CompletedStatus): RunEvent {
  return { type: 'tool_call.completed', data: { ...named(call), status, result: redactedResult(call) } };
}

function named(call: ToolCallDocument) {
  return { tool_call_id: call._id, patch_ref: call.patch_ref, name: call.name };
}

/** The arguments of a call as the model gave them. */
export function argsOf(call: Pick<ToolCallDocument, 'args'>): Record<string, unknown> {
  return fromJsonText(call.args);
}
