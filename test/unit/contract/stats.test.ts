import { expect, it } from 'vitest';
import { dividedPeriod, DividedPeriod } from '#contract/stats.ts';

const period = (query: object) => dividedPeriod(DividedPeriod.parse(query));
const days = (count: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + count * 86_400_000);
const text = (date: Date) => date.toISOString();

it('[stats.buckets] a period is divided at whole hours or days, its first part is cut by its start', () => {
  const divided = period({ from: '2026-01-01T10:30:00Z', to: '2026-01-01T13:00:00Z', interval: 'hour' });
  expect(divided?.starts.map(text)).toEqual([
    '2026-01-01T10:00:00.000Z',
    '2026-01-01T11:00:00.000Z',
    '2026-01-01T12:00:00.000Z',
  ]);
  expect(period({ from: text(days(0)), to: text(days(2)) })?.starts).toEqual([days(0), days(1)]);
  expect(period({ from: text(days(0)), to: text(days(0)) })?.starts).toEqual([]);
  expect(period({ from: '2999-01-01T00:00:00Z' })?.starts).toEqual([]);
});

it('[stats.bounded] without a start it is a month, or a week by the hour, and never too long', () => {
  const to = text(days(100));
  expect(period({ to })?.starts).toHaveLength(30);
  expect(period({ to, interval: 'hour' })?.starts).toHaveLength(7 * 24);
  expect(period({ from: text(days(8)), to })?.starts).toHaveLength(92);
  expect(period({ from: text(days(7)), to })).toBeUndefined();
  expect(period({ from: text(days(91)), to, interval: 'hour' })).toBeUndefined();
});
