import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelayMs, retryDelaysMs } from '#integrations/webhooks/retry-schedule.ts';

const none = () => 0;
const delays = (scale: number, random = none) =>
  Array.from({ length: 11 }, (_, retry) => retryDelayMs({ retry, scale }, random));

it('[webhook.delivery.schedule] nine retries: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(delays(1)).toEqual([...seconds.map((value) => value * 1000), undefined, undefined]);
  expect(delays(0.001)).toEqual([...seconds, undefined, undefined]);
});

it('[webhook.delivery.schedule] the jitter makes a delay up to a tenth longer, never shorter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: retryDelaysMs.length - 1 }),
      fc.double({ min: 0.0001, max: 2, noNaN: true }),
      (retry, scale) => {
        const scheduled = (retryDelaysMs[retry] ?? 0) * scale;
        const delay = retryDelayMs({ retry, scale }) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(scheduled);
        expect(delay).toBeLessThanOrEqual(scheduled * 1.1 + 1);
      },
    ),
  );
});

it.each([
  [0, undefined, 5000],
  [0, 1000, 5000],
  [0, 60_000, 60_000],
  [8, 60_000, 86_400_000],
  [0, 365 * 86_400_000, 86_400_000],
  [9, 60_000, undefined],
])(
  '[webhook.delivery.retry-after] before retry %d, Retry-After of %s ms makes the delay %s ms',
  (retry, retryAfterMs, expected) => {
    expect(retryDelayMs({ retry, scale: 1, retryAfterMs }, none)).toBe(expected);
  },
);
