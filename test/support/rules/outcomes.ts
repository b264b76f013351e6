import type { Outcome } from '#engine/rules/stored.ts';

/** The outcome of an input that changes something. */
export function changed(outcome: Outcome): Extract<Outcome, { outcome: 'changed' }> {
  if (outcome.outcome !== 'changed') throw new Error(`the input is ${outcome.outcome}`);
  return outcome;
}
