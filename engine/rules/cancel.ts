import { isTerminal } from '#contract/run-state.ts';
import type { LoadedRun } from '../documents/run.ts';
import { closed, endRun } from './ending.ts';
import { cancelMessage } from './outbox.ts';
import type { Step } from './step.ts';
import type { RuleContext } from './stored.ts';

/**
 * A cancellation is requested. A paused run ends at once, because nothing of it is in flight. A working run ends at its
 * next safe point. A repeated request signals its workflow again.
 * @returns nothing for a run that has ended
 */
export function requestCancel(stored: LoadedRun, { now }: RuleContext): Step | undefined {
  const { run } = stored;
  if (isTerminal(run.state)) return undefined;
  const ended = run.state === 'running' ? undefined : endRun(stored, closed('cancelled'), 'client', now);
  const step: Step = ended === undefined || 'until' in ended ? { by: 'client' } : ended;
  return { ...step, tell: cancelMessage(run.outbox), run: { ...step.run, cancel_requested: true } };
}
