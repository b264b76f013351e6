import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Has the time-outs of this process run by a clock that goes on by 20 ms at a time, and at most once in a turn of the
 * event loop, for the tests of a file. While the machine is slow or stands still, so does this clock: what is under way
 * in this process has its turns before a short time-out is over.
 */
export function useTickingClock(): void {
  beforeEach(
    () => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] }),
  );
  afterEach(() => void vi.useRealTimers());
}
