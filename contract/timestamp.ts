import { z } from 'zod';

/** RFC 3339 in UTC with milliseconds: `2026-11-21T02:48:00.000Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 });

export function toTimestamp(date: Date): string {
  return date.toISOString();
}
