import type { Requirement } from './requirement.ts';

/** Credits: prices, charges, the ledger. */
export const money = [
  {
    id: 'money.precision',
    source: 'contract.md 4',
    issue: 4,
    behaviour: 'Credits are decimals of at most six places, reckoned as integers of a millionth.',
  },
  {
    id: 'money.turn-price',
    source: ['contract.md 4', 'contract.md 5'],
    issue: 4,
    behaviour: "A turn costs its class's price per 1,000 input and output tokens.",
  },
  {
    id: 'money.patch-price',
    source: ['contract.md 3', 'contract.md 4'],
    issue: 12,
    behaviour:
      'A priced patch costs its price once its call is ok, whatever its interaction, and nothing otherwise.',
  },
  {
    id: 'money.run-cost',
    source: ['service.md Run', 'service.md Limits'],
    issue: 4,
    behaviour: 'cost_credits of a run is the sum of its turns and calls, and what its workspace was charged.',
  },
  {
    id: 'money.charged-once',
    source: ['contract.md 4', 'invariant 5'],
    issue: 4,
    behaviour: 'A turn or call is charged exactly once, whatever is retried or killed.',
  },
  {
    id: 'money.ledger-sums',
    source: 'contract.md 3',
    issue: 4,
    behaviour: 'The ledger always sums to the balance, under concurrent runs too.',
  },
  {
    id: 'money.empty-balance',
    source: ['service.md Limits', 'service.md Errors', 'contract.md 1', 'contract.md 4'],
    issue: 12,
    behaviour:
      'A message that would start a run while the balance, less what open runs hold, is not above zero is 402 insufficient_credits.',
  },
  {
    id: 'money.hold',
    source: 'contract.md 4',
    issue: 12,
    behaviour:
      'A run holds the price of a turn of 4,000 tokens in and 1,000 out, or its max_credits when that is less, from the moment it is accepted to its end, whatever end that is.',
  },
  {
    id: 'money.held-not-spent',
    source: 'contract.md 4',
    issue: 12,
    behaviour: 'What open runs hold is not spent on lookups.',
  },
  {
    id: 'money.past-balances',
    source: 'contract.md 3',
    issue: 12,
    behaviour:
      'The running balance of an entry never changes, whatever is charged later or at the same time.',
  },
  {
    id: 'money.no-shared-locks',
    source: 'contract.md 4',
    issue: 12,
    behaviour:
      "A transaction that a killed process left open delays no message, charge or lookup of the workspace's other threads.",
  },
  {
    id: 'money.runs-out',
    source: 'contract.md 4',
    issue: 4,
    behaviour:
      'When the balance runs out in a run, it is failed with insufficient_credits before its next model turn.',
  },
  {
    id: 'money.answers-always-accepted',
    source: 'contract.md 4',
    issue: 4,
    behaviour: 'Answers, decisions and outcomes are accepted at a balance of zero.',
  },
] as const satisfies readonly Requirement[];
