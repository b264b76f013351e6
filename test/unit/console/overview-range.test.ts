import { expect, it } from 'vitest';
import { partName, periodOf, type Range, ranges } from '#console/pages/overview/range.ts';

const now = Date.parse('2026-03-29T13:47:12.345Z');

it.each<[Range, string]>([
  ['day', '2026-03-28T14:00:00.000Z'],
  ['week', '2026-03-23T00:00:00.000Z'],
  ['month', '2026-02-28T00:00:00.000Z'],
])('a %s starts with a whole part of UTC, and ends now', (range, from) => {
  expect(periodOf(range, now)).toEqual({ from, to: '2026-03-29T13:47:12.345Z' });
});

it.each(Object.keys(ranges) as Range[])(
  'a %s has as many parts as it says, the current one included',
  (range) => {
    const { interval, parts } = ranges[range];
    const { from, to } = periodOf(range, now);
    const partMs = interval === 'hour' ? 3_600_000 : 86_400_000;
    expect(Math.ceil((Date.parse(to) - Date.parse(from)) / partMs)).toBe(parts);
  },
);

it('at the very start of a part, that part has nothing yet, and the period is not empty', () => {
  const midnight = Date.parse('2026-03-29T00:00:00.000Z');
  expect(periodOf('week', midnight)).toEqual({
    from: '2026-03-23T00:00:00.000Z',
    to: '2026-03-29T00:00:00.000Z',
  });
});

it('a day is named as the day of UTC, wherever the person is', () => {
  expect(partName('2026-03-29T00:00:00.000Z', 'day')).toContain('29');
});

it('an hour is named by the local time of day', () => {
  const local = new Date('2026-03-29T13:00:00.000Z').getHours() % 12 || 12;
  expect(partName('2026-03-29T13:00:00.000Z', 'hour')).toMatch(
    new RegExp(`(^|\\D)0?${local}\\D|${local + 12}`),
  );
});
