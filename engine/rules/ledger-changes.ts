import { defined } from '#contract/defined.ts';
import type { BalanceChangeDocument, StoredEntry } from '../documents/balance-change.ts';
import type { RunDocument } from '../documents/run.ts';
import type { Charge } from './charge.ts';
import type { IdsAndTime } from './stored.ts';

/** The fields of a run that its money depends on. */
type ChargedRun = Pick<RunDocument, '_id' | 'workspace_id' | 'hold'>;

/** The ledger changes of a new run: its hold, which replaces the reservation under its id. None if nothing is held. */
export function openingChanges(
  { _id, workspace_id, hold = 0 }: ChargedRun,
  { newId }: IdsAndTime,
): BalanceChangeDocument[] {
  if (hold === 0) return [];
  return [
    { _id: newId(), workspace_id, delta: 0, held: hold, entries: [], reservation: _id, unbooked: true },
  ];
}

/** The charges of a step. The step that ends the run also releases its hold. */
export function ledgerChanges(
  { _id: ref, workspace_id, hold = 0 }: ChargedRun,
  charges: Charge[],
  { ends }: { ends: boolean },
  { newId }: IdsAndTime,
): BalanceChangeDocument[] {
  const entries = charges.map(({ amount, reason }): StoredEntry => ({
    id: newId(),
    delta: -amount,
    reason,
    ref,
  }));
  const releases = ends && hold !== 0;
  const { reservation } = charges.find((charge) => charge.reservation !== undefined) ?? {};
  if (entries.length === 0 && !releases) return [];
  return [
    {
      _id: entries.at(-1)?.id ?? newId(),
      workspace_id,
      delta: entries.reduce((sum, { delta }) => sum + delta, 0),
      entries,
      ...(releases ? { held: -hold } : {}),
      ...defined({ reservation }),
      unbooked: true,
    },
  ];
}
