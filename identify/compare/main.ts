import { allTables, loadIdentifyData } from '../load.ts';
import { type Compared, compareTables, type Finding } from './compare.ts';

/** Compares the tables with lists that they are not made from, and fails if one names another bank as certain: `npm run identify:compare`. */
const compared = compareTables(await loadIdentifyData(allTables));
const columns: Finding[] = ['same', 'settled', 'unsure', 'missing', 'wrong'];
console.log(['table', 'codes', ...columns, 'sources'].join('\t'));
for (const [table, all] of [...Map.groupBy(compared, ({ table }) => table)].toSorted(([a], [b]) =>
  a < b ? -1 : 1,
)) {
  const count = (finding: Finding) => all.filter((one) => one.finding === finding).length;
  console.log([table, all.length, ...columns.map(count), sourcesOf(all)].join('\t'));
}
const wrong = compared.filter(({ finding }) => finding === 'wrong');
for (const { table, code, named, says, source } of wrong) {
  console.error(`${table} ${code}: ${named}, but ${source} says ${says}`);
}
if (wrong.length > 0) process.exitCode = 1;

function sourcesOf(all: readonly Compared[]): string {
  return [...new Set(all.map(({ source }) => source))].toSorted().join(', ');
}
