import { expect, it } from 'vitest';
import { Timestamp, toTimestamp } from '#contract/timestamp.ts';
import { Period, wholePeriod } from '#contract/usage.ts';

it.each([
  { to: '0000-01-01T00:00:00Z' },
  { from: '0000-01-01T00:00:00+14:00' },
  { from: '9999-12-31T23:59:59-14:00' },
])('[timestamp.rfc3339-utc-milliseconds] the period %j is answered in four-digit years', (asked) => {
  const { from, to } = wholePeriod(Period.parse(asked));
  for (const end of [from, to]) expect(Timestamp.safeParse(toTimestamp(end)).success).toBe(true);
  expect(from.getTime()).toBeLessThanOrEqual(to.getTime());
});
