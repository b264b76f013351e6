import { expect, onTestFinished, test, vi } from 'vitest';
import type { FaultWindow } from '#chaos/faults/fault.ts';
import { watchMachine } from '#chaos/faults/watch-machine.ts';

test('a time in which the process could not work is reported like a fault, and a short delay is not', () => {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const stalls: FaultWindow[] = [];
  onTestFinished(watchMachine((window) => void stalls.push(window)));
  /** Timers are late by so much. */
  const stand = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    vi.advanceTimersByTime(100);
  };
  vi.advanceTimersByTime(1000);
  stand(900);
  expect(stalls).toEqual([]);
  stand(2000);
  expect(stalls).toEqual([{ part: 'machine', kind: 'stall', from: 2000, until: 4100 }]);
  vi.advanceTimersByTime(1000);
  expect(stalls).toHaveLength(1);
});
