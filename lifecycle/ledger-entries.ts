import type { Microcredits } from '#contract/credits.ts';
import type { LedgerEntryDocument } from '#store/ledger.ts';
import type { RunDocument } from '#store/runs.ts';
import type { Charge } from './step.ts';
import type { Surroundings } from './stored.ts';

/** The entry by which a run that is opened holds its estimate; none where it holds nothing. */
export function holdEntries(run: RunDocument, hold: Microcredits, { now, newId }: Surroundings): LedgerEntryDocument[] {
  if (hold === 0) return [];
  const { _id: ref, workspace_id } = run;
  return [
    { _id: newId(), workspace_id, delta: 0, held: hold, reason: 'hold', ref, reservation: ref, created_at: now },
  ];
}

/** What a step of a run is charged. The step that ends the run gives back what it held. */
export function ledgerEntries(
  { _id: ref, workspace_id, hold = 0 }: RunDocument,
  charges: Charge[],
  { ended }: { ended: boolean },
  { now, newId }: Surroundings,
): LedgerEntryDocument[] {
  const entries = charges.map(
    ({ amount, reason }): LedgerEntryDocument => ({
      _id: newId(),
      workspace_id,
      delta: -amount,
      reason,
      ref,
      created_at: now,
    }),
  );
  if (!ended || hold === 0) return entries;
  const [first, ...others] = entries;
  if (first !== undefined) return [{ ...first, held: -hold }, ...others];
  return [{ _id: newId(), workspace_id, delta: 0, held: -hold, reason: 'release', ref, created_at: now }];
}
