import { expect, it } from 'vitest';
import { momentInWords } from '#engine/rules/moment.ts';

it.each([
  ['2026-11-27T09:15:59.999Z', 'UTC', 'Friday, 2026-11-27, 09:15, UTC'],
  ['2026-11-27T09:15:00Z', 'Europe/Berlin', 'Friday, 2026-11-27, 10:15, Europe/Berlin (UTC+01:00)'],
  ['2026-12-31T23:30:00Z', 'Asia/Kolkata', 'Friday, 2027-01-01, 05:00, Asia/Kolkata (UTC+05:30)'],
  ['2026-01-01T00:30:00Z', 'America/New_York', 'Wednesday, 2025-12-31, 19:30, America/New_York (UTC-05:00)'],
  ['2026-06-01T00:00:00Z', 'Europe/London', 'Monday, 2026-06-01, 01:00, Europe/London (UTC+01:00)'],
  ['2026-01-01T00:00:00Z', 'Europe/London', 'Thursday, 2026-01-01, 00:00, Europe/London (UTC+00:00)'],
])('[model.shown.times.zone] %s in %s is %s', (time, zone, words) => {
  expect(momentInWords(new Date(time), zone)).toBe(words);
});

it('[model.shown.times.zone] the two hours of one name, when daylight saving ends, differ', () => {
  const berlin = (time: string) => momentInWords(new Date(time), 'Europe/Berlin');
  expect(berlin('2026-10-25T00:30:00Z')).toBe('Sunday, 2026-10-25, 02:30, Europe/Berlin (UTC+02:00)');
  expect(berlin('2026-10-25T01:30:00Z')).toBe('Sunday, 2026-10-25, 02:30, Europe/Berlin (UTC+01:00)');
  // The hour from two to three does not exist when it begins.
  expect(berlin('2026-03-29T00:59:00Z')).toBe('Sunday, 2026-03-29, 01:59, Europe/Berlin (UTC+01:00)');
  expect(berlin('2026-03-29T01:00:00Z')).toBe('Sunday, 2026-03-29, 03:00, Europe/Berlin (UTC+02:00)');
});
