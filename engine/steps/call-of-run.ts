import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { RunStore } from '../ports/run-store.ts';
import { pauseOf } from '../rules/pause.ts';

/**
 * A call of a loaded run, of any turn, as it was when the thread was read, or later. Calls and thread are read concurrently,
 * so one may be from before a decision and the other from after it: a call that appears to wait, although no pause names it,
 * may have been resolved since, and is read again. So is one of an earlier turn.
 */
export async function callOfRun(
  store: Pick<RunStore, 'findCall'>,
  stored: LoadedRun,
  callId: string,
): Promise<ToolCallDocument | undefined> {
  const call = stored.calls.find(({ _id }) => _id === callId);
  const isWaiting = pauseOf(stored)?.calls.some(({ tool_call_id }) => tool_call_id === callId) === true;
  const isCurrent = call?.status !== 'pending' || isWaiting;
  return call !== undefined && isCurrent ? call : await store.findCall(stored.run._id, callId);
}
