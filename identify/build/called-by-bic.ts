import { largeBanks } from '../search/large-banks.ts';
import { readKeptTable } from './kept-table.ts';

/** Tables of other rails, whose institutions are called by the BICs in them. */
const tables = [
  'routing_number',
  'fedach',
  'sort_code',
  'sort_code_range',
  'nuban',
  'gh_bank',
  'ke_bank',
  'za_bank',
  'ci_bank',
  'eg_bank',
  'rw_bank',
] as const;

/** BICs of eight characters by which another table knows an institution: of several, its id is made from this one. */
export const calledByBic: ReadonlySet<string> = new Set([
  ...tables.flatMap((table) => readKeptTable(table).map(({ bic }) => bic.slice(0, 8))),
  ...readKeptTable('rail_member').map(({ bic }) => bic),
  ...readKeptTable('bank_change').flatMap(({ now }) =>
    now.startsWith('bic:') ? [now.slice('bic:'.length)] : [],
  ),
  ...Object.keys(largeBanks).map((bic) => bic.slice(0, 8)),
]);
