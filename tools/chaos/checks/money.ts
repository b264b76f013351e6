import type { LedgerEntry } from '#contract/credits.ts';
import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import { tracedCalls } from '../evidence/calls.ts';
import { erasedRuns } from '../evidence/erased.ts';
import { patches, quotePrice } from '../load/patches.ts';
import { type Check, findingsOf } from './check.ts';

/** Everything is charged once. */
export const money: Check = {
  rule: 'money',
  holds:
    'The ledger sums to the balance; each turn and each priced call is charged once, to the run that it is of; nothing is held when all runs have ended.',
  find(evidence) {
    const { runs, ledger } = evidence;
    const charges = Map.groupBy(
      ledger.filter(({ reason }) => reason === 'turn' || reason === 'patch'),
      ({ ref }) => ref,
    );
    const known = new Set(runs.map(({ run }) => run.id));
    const erased = erasedRuns(evidence);
    const strange = [...charges.keys()].filter((ref) => !known.has(ref) && !erased.has(ref));
    return [
      ...ledgerFaults(evidence).map((what) => ({ what })),
      ...strange.map((run_id) => ({ what: 'a run is charged that does not exist', run_id })),
      ...runs.flatMap((run) => findingsOf(run, runFaults(run, charges.get(run.run.id) ?? []))),
    ];
  },
};

function ledgerFaults({ ledger, credits, runs }: Evidence) {
  const sum = ledger.reduce((total, { delta }) => total + micro(delta), 0);
  const isOpen = runs.some(({ run }) => !run.terminal);
  return [
    sum !== micro(credits.balance) &&
      `the ledger sums to ${sum / 1_000_000}, and the balance is ${credits.balance}`,
    ...ledger.map(({ id, delta, balance }, index) => {
      const before = ledger[index + 1]?.balance ?? 0;
      const follows = micro(balance) - micro(delta) === micro(before);
      return !follows && `ledger entry ${id}: ${balance} after ${delta} does not follow from ${before}`;
    }),
    !isOpen && (credits.held ?? 0) !== 0 && `${credits.held} credits are held, and no run is open`,
  ].filter((fault) => fault !== false);
}

function runFaults(evidence: RunEvidence, charges: LedgerEntry[]) {
  const { run, trace } = evidence;
  const cost = micro(run.cost_credits);
  const charged = charges.reduce((total, { delta }) => total - micro(delta), 0);
  const calls = tracedCalls(evidence);
  const turns = trace.turns.map(({ cost_credits }) => micro(cost_credits)).filter((each) => each > 0);
  const priced = calls.map(({ cost_credits }) => micro(cost_credits ?? 0)).filter((each) => each > 0);
  const spent = [...turns, ...priced].reduce((total, each) => total + each, 0);
  const count = (reason: LedgerEntry['reason']) =>
    charges.filter((charge) => charge.reason === reason).length;
  const unpaid = calls.filter(
    ({ patch_ref, status, cost_credits }) =>
      patch_ref.startsWith(`${patches.quote.key}@`) &&
      (cost_credits ?? 0) !== (status === 'ok' ? quotePrice : 0),
  );
  return [
    (charged !== cost || spent !== cost) &&
      `it cost ${run.cost_credits}; ${charged / 1_000_000} is charged, its turns and calls cost ${spent / 1_000_000}`,
    count('turn') !== turns.length && `${turns.length} turns are charged ${count('turn')} times`,
    count('patch') !== priced.length && `${priced.length} priced calls are charged ${count('patch')} times`,
    unpaid.length > 0 && `${unpaid.length} priced calls cost what they should not`,
  ];
}

/** Credits as integers of microcredits, whose sums are exact. */
function micro(credits: number): number {
  return Math.round(credits * 1_000_000);
}
