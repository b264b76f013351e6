import { isPaused } from '#contract/run-state.ts';
import type { PauseKind } from '#contract/run-state.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { waitsFor } from './calls.ts';
import { isGated } from './gates/gate-of-call.ts';

/**
 * Whether run, thread and calls, which were read concurrently, agree on what the run waits for. A run pauses when no
 * call of its turn is left to be made, apart from those that were approved since, so calls of a paused run that say otherwise were
 * read before it paused, or after it was resumed.
 */
export function isOfOneMoment({ run, thread, calls }: LoadedRun): boolean {
  const pause = thread.pauses.find(({ run_id }) => run_id === run._id);
  if (isPaused(run.state) !== (pause !== undefined)) return false;
  if ((run.state === 'running') !== thread.active_runs.includes(run._id)) return false;
  if (pause === undefined) return true;
  const items = (run.pauses ?? []).map(({ tool_call_id }) => tool_call_id);
  if (items.join() !== pause.calls.map(({ tool_call_id }) => tool_call_id).join()) return false;
  const waiting = new Set(calls.filter(isForPerson).map(({ _id }) => _id));
  return items.every((id) => waiting.has(id)) && calls.every((call) => mayBeBeside(call, pause.type, items));
}

function isForPerson(call: ToolCallDocument): boolean {
  const waits = waitsFor(call);
  return waits !== undefined && waits !== 'execution';
}

/**
 * Whether a call can be one of a paused run. While others are held, it may be approved and not made yet, or be on its way back to its
 * gate.
 */
function mayBeBeside(call: ToolCallDocument, type: PauseKind, items: readonly string[]): boolean {
  switch (waitsFor(call)) {
    case 'execution':
      return type === 'confirmation' && isGated(call);
    case 'confirmation':
      return items.includes(call._id) || call.lapsed_decisions !== undefined;
    default:
      return true;
  }
}
