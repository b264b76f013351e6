import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultPace, watchPace } from '#api/http/uploads/upload-pace.ts';
import { largestRecordingBytes } from '#contract/voice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pace = { totalMs: 100_000, windowMs: 10_000, bytesPerWindow: 1000 };

/** Watches an upload that gets so many bytes in each window, and returns how long it may continue. */
function watched(bytesPerWindow: number, isClientsTurn = true) {
  const progress = { bytes: 0, isClientsTurn };
  let lateAfter: number | undefined;
  const begun = Date.now();
  const stop = watchPace(
    pace,
    () => progress,
    () => (lateAfter = Date.now() - begun),
  );
  const grow = setInterval(() => (progress.bytes += bytesPerWindow), pace.windowMs - 1);
  vi.advanceTimersByTime(200_000);
  clearInterval(grow);
  stop();
  return lateAfter;
}

it('[voice.upload.pace] an upload goes on while enough bytes arrive, up to its whole time', () => {
  expect(watched(1000)).toBe(100_000);
});

it('[voice.upload.pace] it ends with the first window in which too few arrive', () => {
  expect(watched(999)).toBe(10_000);
});

it('[voice.upload.pace] a client that waits for the service is not to blame', () => {
  expect(watched(0, false)).toBe(100_000);
});

it('nothing happens once it is over', () => {
  const onTooSlow = vi.fn<() => void>();
  watchPace(pace, () => ({ bytes: 0, isClientsTurn: true }), onTooSlow)();
  vi.advanceTimersByTime(200_000);
  expect(onTooSlow).not.toHaveBeenCalled();
});

it('[voice.upload.pace] the largest recording fits a slow line', () => {
  const kilobytesPerSecond = largestRecordingBytes / defaultPace.totalMs;
  expect(kilobytesPerSecond).toBeLessThan(32);
});
