import type { Requirement } from './requirement.ts';

/** Credits: prices, charges, the ledger. */
export const money = [
  {
    id: 'money.precision',
    behaviour: 'Credits are decimals of at most six places, reckoned as integers of a millionth.',
  },
  {
    id: 'money.turn-price',
    behaviour: "A turn costs its class's price per 1,000 input and output tokens.",
  },
  {
    id: 'money.patch-price',
    behaviour:
      'A priced patch costs its price once its call is ok, whatever its interaction, and nothing otherwise.',
  },
  {
    id: 'money.run-cost',
    behaviour: 'cost_credits of a run is the sum of its turns and calls, and what its workspace was charged.',
  },
  {
    id: 'money.charged-once',
    behaviour: 'A turn or call is charged exactly once, whatever is retried or killed.',
  },
  {
    id: 'money.ledger-sums',
    behaviour: 'The ledger always sums to the balance, under concurrent runs too.',
  },
  {
    id: 'money.empty-balance',
    behaviour:
      'A message that would start a run while the balance, less what open runs hold, is not above zero is 402 insufficient_credits.',
  },
  {
    id: 'money.hold',
    behaviour:
      'A run holds the price of a turn of 4,000 tokens in and 1,000 out, or its max_credits when that is less, from the moment it is accepted to its end, whatever end that is.',
  },
  {
    id: 'money.hold.paused-bounded',
    behaviour:
      'What paused runs hold is read from an index alone, the largest holds first, until it is enough. At most 1,000 holds count.',
  },
  {
    id: 'money.hold.next-turn',
    behaviour:
      'A run takes another turn only while the balance, less what other runs hold that are not paused, is above zero: however many go on at once, they overdraw by no more than one turn and what turns cost beyond their estimate.',
  },
  {
    id: 'money.held-not-spent',
    behaviour: 'What open runs hold is not spent on lookups.',
  },
  {
    id: 'money.past-balances',
    behaviour:
      'The running balance of an entry never changes, whatever is charged later or at the same time.',
  },
  {
    id: 'money.no-shared-locks',
    behaviour:
      "A transaction that a killed process left open delays no message, charge or lookup of the workspace's other threads.",
  },
  {
    id: 'money.runs-out',
    behaviour:
      'When the balance runs out in a run, it is failed with insufficient_credits before its next model turn.',
  },
  {
    id: 'money.answers-always-accepted',
    behaviour: 'Answers, decisions and outcomes are accepted at a balance of zero.',
  },
] as const satisfies readonly Requirement[];
