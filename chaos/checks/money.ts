import type { LedgerEntry } from '#contract/credits.ts';
import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import { tracedCalls } from '../evidence/calls.ts';
import { patches, quotePrice } from '../load/patches.ts';
import type { Check, Finding } from './check.ts';

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
    return [
      ...ledgerFaults(evidence).map((what): Finding => ({ what })),
      ...[...charges.keys()]
        .filter((ref) => !known.has(ref))
        .map((run_id) => ({ what: 'a run is charged that does not exist', run_id })),
      ...runs.flatMap((run) =>
        runFaults(run, charges.get(run.run.id) ?? []).map((what) => ({
          what,
          run_id: run.run.id,
          thread_id: run.run.thread_id,
        })),
      ),
    ];
  },
};

function ledgerFaults({ ledger, credits, runs }: Evidence): string[] {
  const faults: string[] = [];
  const sum = micro(ledger.reduce((total, { delta }) => total + micro(delta), 0) / 1_000_000);
  if (sum !== micro(credits.balance))
    faults.push(`the ledger sums to ${sum / 1_000_000}, and the balance is ${credits.balance}`);
  for (const [index, { id, delta, balance }] of ledger.entries()) {
    const before = micro(ledger[index + 1]?.balance ?? 0);
    if (micro(balance) - micro(delta) !== before) {
      faults.push(`ledger entry ${id}: ${balance} after ${delta} does not follow from ${before / 1_000_000}`);
    }
  }
  const open = runs.some(({ run }) => !run.terminal);
  if (!open && (credits.held ?? 0) !== 0) faults.push(`${credits.held} credits are held, and no run is open`);
  return faults;
}

function runFaults(evidence: RunEvidence, charges: LedgerEntry[]): string[] {
  const { run, trace } = evidence;
  const faults: string[] = [];
  const charged = charges.reduce((total, { delta }) => total - micro(delta), 0);
  const calls = tracedCalls(evidence);
  const turns = trace.turns.map(({ cost_credits }) => micro(cost_credits));
  const priced = calls.map(({ cost_credits }) => micro(cost_credits ?? 0)).filter((cost) => cost > 0);
  const spent = [...turns, ...priced].reduce((total, cost) => total + cost, 0);
  if (charged !== micro(run.cost_credits) || spent !== micro(run.cost_credits)) {
    faults.push(
      `it cost ${run.cost_credits}; ${charged / 1_000_000} is charged, its turns and calls cost ${spent / 1_000_000}`,
    );
  }
  const count = (reason: LedgerEntry['reason']) =>
    charges.filter((charge) => charge.reason === reason).length;
  const paidTurns = turns.filter((cost) => cost > 0).length;
  if (count('turn') !== paidTurns) faults.push(`${paidTurns} turns are charged ${count('turn')} times`);
  if (count('patch') !== priced.length)
    faults.push(`${priced.length} priced calls are charged ${count('patch')} times`);
  const unpaid = calls.filter(
    ({ patch_ref, status, cost_credits }) =>
      patch_ref.startsWith(`${patches.quote.key}@`) &&
      (cost_credits ?? 0) !== (status === 'ok' ? quotePrice : 0),
  );
  if (unpaid.length > 0) faults.push(`${unpaid.length} priced calls cost what they should not`);
  return faults;
}

/** Credits as integers of microcredits, whose sums are exact. */
function micro(credits: number): number {
  return Math.round(credits * 1_000_000);
}
