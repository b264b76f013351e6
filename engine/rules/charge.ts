import type { Microcredits } from '#contract/credits.ts';

/** The price of a step: the tokens of a turn, the price of a call, the tokens of an extraction. */
export interface Charge {
  amount: Microcredits;
  reason: 'turn' | 'patch' | 'identify' | 'extract';
  /** The reservation of the account that it replaces. */
  reservation?: string;
}
