import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Replaces the timers of this process by a clock that advances 20 ms at a time, and at most once in a turn of the event
 * loop, for the tests of a file. While the machine is slow or stands still, so does this clock: pending work in this
 * process has its turns before a short timeout ends.
 */
export function useTickingClock(): void {
  beforeEach(
    () => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }),
  );
  afterEach(() => void vi.useRealTimers());
}
