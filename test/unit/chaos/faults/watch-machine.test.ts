import { expect, onTestFinished, test } from 'vitest';
import type { FaultWindow } from '#chaos/faults/fault.ts';
import { watchMachine } from '#chaos/faults/watch-machine.ts';

test('a time in which the process could not work is reported like a fault', async () => {
  const stalls: FaultWindow[] = [];
  onTestFinished(watchMachine((window) => void stalls.push(window)));
  const from = Date.now();
  while (Date.now() < from + 700);
  await expect.poll(() => stalls.length).toBeGreaterThan(0);
  expect(stalls[0]).toMatchObject({ part: 'machine', kind: 'stall' });
  expect(stalls[0]?.from).toBeLessThanOrEqual(from);
  expect(stalls[0]?.until).toBeGreaterThanOrEqual(from + 700);
});
