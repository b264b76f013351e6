import { isPaused } from '#contract/run-state.ts';
import { waitsFor } from './calls.ts';
import type { LoadedRun } from '../documents/run.ts';

/**
 * Whether run, thread and calls, which were read concurrently, agree on what the run waits for. A run pauses when no
 * call of its turn is left to be made, so calls of a paused run that say otherwise were read before it paused, or after it
 * was resumed.
 */
export function isOfOneMoment({ run, thread, calls }: LoadedRun): boolean {
  const pause = thread.pauses.find(({ run_id }) => run_id === run._id);
  if (isPaused(run.state) !== (pause !== undefined)) return false;
  // A revision since then has put another call into the pause.
  if (run.pause !== undefined && run.pause.tool_call_id !== pause?.tool_call_id) return false;
  if (pause !== undefined && !calls.some(({ _id }) => _id === pause.tool_call_id)) return false;
  if (pause !== undefined && calls.some((call) => waitsFor(call) === 'execution')) return false;
  return (run.state === 'running') === thread.active_runs.includes(run._id);
}
