import { isPaused, isTerminal } from '#contract/run-state.ts';
import type { LoadedRun } from '../documents/run.ts';
import { endPaused } from './end-paused.ts';
import type { Input } from './inputs.ts';
import { cancelMessage } from './outbox.ts';
import { heldCalls } from './pause.ts';
import type { Step } from './step.ts';
import type { RuleContext } from './stored.ts';

type CancelRequested = Extract<Input, { type: 'cancel_requested' }>;

/**
 * A cancellation is requested. A paused run ends at once, or after the calls that were approved before. A working run ends at its
 * next safe point. A repeated request signals its workflow again.
 * @returns nothing for a run that has ended, or that waits for no decision any more if only a held one is to be cancelled
 */
export function requestCancel(
  stored: LoadedRun,
  { while_held }: CancelRequested,
  { now }: RuleContext,
): Step | undefined {
  const { run } = stored;
  if (isTerminal(run.state)) return undefined;
  if (while_held === true && heldCalls(run).length === 0) return undefined;
  const step: Step = isPaused(run.state) ? endPaused(stored, 'cancelled', 'client', now) : { by: 'client' };
  return { ...step, tell: cancelMessage(run.outbox), run: { ...step.run, cancel_requested: true } };
}
