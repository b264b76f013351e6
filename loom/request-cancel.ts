import { isTerminal } from '#contract/run-state.ts';
import type { RunStep } from '#store/advance-run.ts';
import { wakeGraceMs } from '#store/open-run.ts';
import type { LoadedRun } from '#store/runs.ts';
import { closeRun } from './close-run.ts';

/**
 * The step by which a run is asked to end: one that is paused ends at once, one that works at its next safe point.
 * Nothing when it has ended, or was asked before.
 */
export function requestCancel(loaded: LoadedRun): RunStep | undefined {
  const { run } = loaded;
  if (isTerminal(run.state) || run.cancel_requested === true) return undefined;
  const cancel = { kind: 'cancel' as const, due_at: new Date(Date.now() + wakeGraceMs) };
  const closed = run.state === 'running' ? undefined : closeRun(loaded, 'cancelled');
  // A workflow that was not started yet must still be: its first safe point ends the run.
  const wake = run.wake?.kind === 'start' ? run.wake : cancel;
  return { ...closed, wake, run: { cancel_requested: true } };
}
