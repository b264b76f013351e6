import { writeFileSync } from 'node:fs';
import { otherEntries } from '../build/other-registers.ts';
import { isDistinctive, tellingStems } from '../build/same-bank.ts';

/**
 * Rebuilds registers.tsv from packages that the tables are not made from: `node identify/compare/collect.ts`. It keeps no names of
 * theirs, only the beginnings of the words that tell a bank from others, which are enough to see whether a name is that of another.
 * Names without such a word, such as `Volksbank`, name no bank.
 */
const rows = otherEntries()
  .filter(({ name }) => isDistinctive(name))
  .map(({ country, code, bic, name, source }) =>
    [`${country}${code}`, bic, tellingStems(name).slice(0, 4).join(' '), source].join('\t'),
  );
const sorted = [...new Set(rows)].filter((row) => row.split('\t')[2] !== '').toSorted();
writeFileSync(
  new URL('./registers.tsv', import.meta.url),
  `${['code\tbic\twords\tsource', ...sorted].join('\n')}\n`,
);
console.log(`registers.tsv: ${sorted.length} rows`);
