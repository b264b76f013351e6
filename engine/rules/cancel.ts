import { isPaused, isTerminal } from '#contract/run-state.ts';
import type { LoadedRun } from '../documents/run.ts';
import { endPaused } from './end-paused.ts';
import { cancelMessage } from './outbox.ts';
import type { Step } from './step.ts';
import type { RuleContext } from './stored.ts';

/**
 * A cancellation is requested. A paused run ends at once, or after the calls that were approved before. A working run ends at its
 * next safe point. A repeated request signals its workflow again.
 * @returns nothing for a run that has ended
 */
export function requestCancel(stored: LoadedRun, { now }: RuleContext): Step | undefined {
  const { run } = stored;
  if (isTerminal(run.state)) return undefined;
  const step: Step = isPaused(run.state) ? endPaused(stored, 'cancelled', 'client', now) : { by: 'client' };
  return { ...step, tell: cancelMessage(run.outbox), run: { ...step.run, cancel_requested: true } };
}
