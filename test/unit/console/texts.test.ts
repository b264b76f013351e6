import { expect, it } from 'vitest';
import { logTicks } from '#console/pages/overview/log-ticks.ts';
import { counted } from '#console/text/counted.ts';
import { creditsText } from '#console/text/credits.ts';
import { previewOf } from '#console/text/preview.ts';
import { duration } from '#console/time/format.ts';

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1 s'],
  [2449, '2.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min'],
  [185_000, '3 min 5 s'],
  [3_600_000, '1 h'],
  [5_400_000, '1 h 30 min'],
  [2_592_000_000, '30 d'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

it.each([
  [1, '1 credit'],
  [0, '0 credits'],
  [0.2451, '0.2451 credits'],
  [999_994.244, '999,994.24 credits'],
])('%d credits are %s', (value, text) => {
  expect(creditsText(value)).toBe(text);
});

it('one thing is not several', () => {
  expect([counted(1, 'event type'), counted(12, 'event type')]).toEqual(['1 event type', '12 event types']);
});

it.each([
  ['It is **cheap**; see [fees](https://example.com/f).', 'It is cheap; see fees.'],
  ['# Rates\n\n- one\n- `two`', 'Rates one two'],
  ['2 * 3 = 6, snake_case', '2 * 3 = 6, snake_case'],
  ['', ''],
])('%j is shown in a line as %j', (markdown, text) => {
  expect(previewOf(markdown)).toBe(text);
});

it('the ticks of a logarithmic axis enclose all values', () => {
  expect(logTicks([2500, 40, 90_000])).toEqual([10, 100, 1000, 10_000, 60_000, 600_000]);
  expect(logTicks([1000])).toEqual([1000, 10_000]);
  expect(logTicks([])).toEqual([]);
  const ages = 10 ** 12;
  expect(logTicks([ages]).length).toBeGreaterThanOrEqual(1);
});
