import { keepTable } from './kept-table.ts';

/**
 * Updates the tables that are kept by hand. After a change: `node identify/build/kept-tables.ts`. data/README.md says
 * how their rows were selected and checked, and which sources contradict each other.
 */
const names = [
  'routing_number',
  'sort_code',
  'sort_code_range',
  'momo_wallet',
  'network',
  'kept_bank',
  'bank_change',
  'rail_member',
] as const;
for (const name of names) keepTable(name);
for (const country of ['gh', 'ke', 'za', 'ci', 'eg', 'rw'] as const) keepTable(`${country}_bank`);
