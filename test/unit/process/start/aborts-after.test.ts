import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { abortsAfter } from '#process/start/aborts-after.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[operations.stop.delay] a signal follows another one after the delay', () => {
  const first = new AbortController();
  const later = abortsAfter(first.signal, 5000);
  vi.advanceTimersByTime(60_000);
  first.abort();
  vi.advanceTimersByTime(4999);
  expect(later.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(later.aborted).toBe(true);
});

it('[operations.stop.delay] without a delay it follows at once, also one that was first', () => {
  const first = new AbortController();
  const later = abortsAfter(first.signal, 0);
  first.abort();
  expect(later.aborted).toBe(true);
  expect(abortsAfter(first.signal, 0).aborted).toBe(true);
});
