import type { Microcredits } from '#contract/credits.ts';

/** What a step costs: the tokens of a turn, the price of a call. */
export interface Charge {
  amount: Microcredits;
  reason: 'turn' | 'patch' | 'identify';
}
