import type { Microcredits } from '#contract/credits.ts';

/** What a step costs: a turn its tokens, a call its price. */
export interface Charge {
  amount: Microcredits;
  reason: 'turn' | 'patch' | 'identify';
}
