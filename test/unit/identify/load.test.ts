import { expect, it } from 'vitest';
import { loadIdentifyData } from '#identify/load.ts';

it('the tables load in under 300 ms and 150 MB, and hold up the thread for less than 20 ms', async () => {
  await loadIdentifyData();
  const before = process.memoryUsage();
  // All that the thread does for it, in one piece or many. A clock would also count what other processes take.
  const cpuBefore = process.threadCpuUsage();
  const startedAt = performance.now();
  const tables = await loadIdentifyData();
  const milliseconds = performance.now() - startedAt;
  const cpu = process.threadCpuUsage(cpuBefore);
  const after = process.memoryUsage();
  expect(tables.bic.find('DEUTDEFF')?.name).toBe('Deutsche Bank AG');
  expect(milliseconds).toBeLessThan(300);
  expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(150_000_000);
  expect((cpu.user + cpu.system) / 1000).toBeLessThan(20);
});
