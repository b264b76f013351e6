import { describe, expect, it } from 'vitest';

import { retryAfterMs } from '#adapters/retry-after.ts';

const now = Date.parse('2026-11-21T02:48:00.000Z');

describe('retryAfterMs', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['fractions of a second', { 'retry-after': '0.25' }, 250],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['milliseconds', { 'retry-after-ms': '1234.5' }, 1235],
    ['milliseconds before seconds', { 'retry-after-ms': '100', 'retry-after': '7' }, 100],
    ['seconds where the milliseconds are unreadable', { 'retry-after-ms': 'x', 'retry-after': '7' }, 7000],
    ['an HTTP date', { 'retry-after': 'Sat, 21 Nov 2026 02:48:30 GMT' }, 30_000],
    ['an HTTP date of before RFC 1123', { 'retry-after': 'Saturday, 21-Nov-26 02:48:30 GMT' }, 30_000],
    ['a year as a day', { 'retry-after': '31536000' }, 86_400_000],
    ['a number beyond all numbers as a day', { 'retry-after': '9'.repeat(400) }, 86_400_000],
    ['a date in a year as a day', { 'retry-after': 'Sun, 21 Nov 2027 02:48:00 GMT' }, 86_400_000],
    ['an HTTP date that has passed', { 'retry-after': 'Sat, 21 Nov 2026 02:47:30 GMT' }, 0],
  ])('reads %s', (_, headers, expected) => {
    expect(retryAfterMs(headers as Record<string, string>, now)).toBe(expected);
  });

  it.each(['', 'soon', '-5', 'Infinity', '1e3', 'Monday, someday', '2026-11-21'])(
    'makes nothing of %j',
    (value) => {
      expect(retryAfterMs({ 'retry-after': value }, now)).toBeUndefined();
    },
  );

  it.each(['Sat Nov 21 02:48:30 2026', 'Sat, 21 Nov 2026 02:48:30'])(
    'reads %s, which names no zone, as UTC wherever the process runs',
    (date) => {
      const { TZ } = process.env;
      process.env['TZ'] = 'America/New_York';
      try {
        expect(retryAfterMs({ 'retry-after': date }, now)).toBe(30_000);
      } finally {
        if (TZ === undefined) delete process.env['TZ'];
        else process.env['TZ'] = TZ;
      }
    },
  );

  it('is nothing without a header', () => {
    expect(retryAfterMs({}, now)).toBeUndefined();
  });
});
