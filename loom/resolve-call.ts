import type { RunStep } from '#store/advance-run.ts';
import type { RunEvent } from '#store/events.ts';
import { redactedArgs, redactedResult } from './redaction.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';

/** What came of a call. */
export type CallResolution = Pick<
  ToolCallDocument,
  'status' | 'result' | 'error' | 'request' | 'decision' | 'outcome' | 'cost'
>;

/** How `tool_call.completed` tells of a resolved call (service.md "Events"). */
export type CompletedStatus = 'ok' | 'failed' | 'declined' | 'denied';

/** The part of a step that resolves a call: its changes, and the event that tells of it. */
export function resolveCall(
  call: ToolCallDocument,
  resolution: CallResolution,
  status: CompletedStatus = resolution.status === 'ok' ? 'ok' : 'failed',
): Required<Pick<RunStep, 'callChanges' | 'events'>> {
  const changes = { ...resolution, finished_at: new Date() };
  return {
    callChanges: [{ tool_call_id: call._id, changes }],
    events: [completedEvent({ ...call, ...changes }, status)],
  };
}

/** A call that failed, and what the model is told of it. */
export function failure(code: string, message: string): Pick<CallResolution, 'status' | 'result' | 'error'> {
  const error = { code, message };
  return { status: 'failed', result: { error }, error };
}

export function startedEvent(call: ToolCallDocument): RunEvent {
  return { type: 'tool_call.started', data: { ...named(call), args: redactedArgs(call) } };
}

export function completedEvent(call: ToolCallDocument, status: CompletedStatus): RunEvent {
  return { type: 'tool_call.completed', data: { ...named(call), status, result: redactedResult(call) } };
}

function named(call: ToolCallDocument) {
  return { tool_call_id: call._id, patch_ref: call.patch_ref, name: call.name };
}
