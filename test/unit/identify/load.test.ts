import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { loadIdentifyData } from '#identify/load.ts';

it('the tables load in under 300 ms and 150 MB, and never hold up the thread for 20 ms', async () => {
  await loadIdentifyData();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.memoryUsage();
  delay.enable();
  const startedAt = performance.now();
  const tables = await loadIdentifyData();
  const milliseconds = performance.now() - startedAt;
  delay.disable();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.external - before.heapUsed - before.external;
  expect(tables.bic.find('DEUTDEFF')?.name).toBe('Deutsche Bank AG');
  expect(milliseconds).toBeLessThan(300);
  expect(bytes).toBeLessThan(150_000_000);
  expect(delay.max / 1e6).toBeLessThan(20);
});
