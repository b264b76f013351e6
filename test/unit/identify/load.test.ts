import { expect, it } from 'vitest';
import { loadIdentifyData } from '#identify/load.ts';

it('the tables are kept as the bytes of their files: nothing is parsed, and they take under 50 MB', async () => {
  await loadIdentifyData();
  const bytesInUse = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = bytesInUse();
  const tables = await loadIdentifyData();
  expect(bytesInUse() - before).toBeLessThan(50_000_000);
  expect(tables.bank.find('de_bic_deutdeff')?.name).toBe('Deutsche Bank');
});
