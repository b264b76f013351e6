import { expect, it } from 'vitest';
import { listBanks } from '#identify/banks.ts';
import { turnsDuring } from '#test/support/turns-during.ts';
import { allTables, loadIdentifyData } from '#identify/load.ts';

it('[identify.banks.search.bounded] the index is built in turns, each of which reads few rows', async () => {
  const data = await loadIdentifyData(allTables);
  const rows = [...data.institution.rows()].length;
  // Each row is read twice, a hundred at a time.
  expect(await turnsDuring(() => listBanks(data, { q: 'commerzbank' }, 1))).toBeGreaterThan(rows / 50);
});
