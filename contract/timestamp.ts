import { z } from 'zod';

/** RFC 3339 in UTC with milliseconds: `2026-11-21T02:48:00.000Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** The years that RFC 3339 can express. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** The nearest moment that RFC 3339 can express in UTC: with an offset, it can name moments of the year 10000. */
export function toMoment(ms: number): Date {
  return new Date(Math.min(Math.max(ms, earliest), latest));
}

export function toTimestamp(date: Date): string {
  return date.toISOString();
}
