import { onTestFinished, vi } from 'vitest';

/** So many times as slowly does the clock go: a test of three minutes takes less than a second by it. */
const slowness = 1000;

/**
 * Lets `performance.now` go slowly until the test is finished, so that what is cached for seconds is cached for as long
 * as the test takes, however slow the machine is.
 */
export function slowClock(): void {
  const real = performance.now.bind(performance);
  const from = real();
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => from + (real() - from) / slowness);
  onTestFinished(() => slow.mockRestore());
}
