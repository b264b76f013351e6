import { type Microcredits, toMicrocredits } from '#contract/credits.ts';
import type { AgentDefinition } from '#contract/agent.ts';
import type { RunDocument } from '../documents/run.ts';
import { tooManyInvalidTurns } from './invalid-turns.ts';

type Counted = Pick<RunDocument, 'turn_count' | 'cost' | 'handed_off' | 'invalid_turns'>;

/** The limit of its agent that prevents another turn of a run. The last words after a handoff are always allowed. */
export function reachedLimit(
  { turn_count, cost, handed_off, invalid_turns }: Counted,
  { max_turns, max_credits }: AgentDefinition['limits'],
): 'turn_limit' | 'credit_limit' | 'invalid_args' | undefined {
  if (handed_off === true) return undefined;
  // One of its calls turned out to be invalid while others were held, which does not end a run.
  if (tooManyInvalidTurns(invalid_turns)) return 'invalid_args';
  if (turn_count >= max_turns) return 'turn_limit';
  return max_credits !== undefined && cost >= toMicrocredits(max_credits) ? 'credit_limit' : undefined;
}

/** Whether another turn needs credits that are left: they were checked for the first turn when the run was opened. */
export function needsCredits({ turn_count, handed_off }: Counted): boolean {
  return turn_count > 0 && handed_off !== true;
}

/**
 * The credits that a run lacks for another turn, apart from those that paused runs hold, which spend nothing, possibly
 * for a month: it may continue if this is less than zero, or less than the holds of paused runs. Credits that other
 * runs hold while they work do not count: otherwise concurrent turns could all spend the same credits.
 */
export function creditsLacking(
  { hold = 0 }: Pick<RunDocument, 'hold'>,
  available: Microcredits,
): Microcredits {
  return -(available + hold);
}
