/** A longer delay is read as a day. Callers have shorter limits of their own. */
const longestMs = 24 * 60 * 60 * 1000;

/**
 * How long a provider or host asked to wait, in milliseconds: from `retry-after-ms`, otherwise from `retry-after`
 * (seconds or an HTTP date), at most a day. A date in the past is 0. A value that cannot be parsed is ignored.
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const askedMs = milliseconds(headers['retry-after-ms'], 1) ?? retryAfter(headers['retry-after'], now);
  return askedMs === undefined ? undefined : Math.min(askedMs, longestMs);
}

function retryAfter(value: string | undefined, now: number): number | undefined {
  const waitMs = milliseconds(value, 1000);
  if (waitMs !== undefined || value === undefined) return waitMs;
  // Every form of an HTTP date starts with a weekday. Without this check, Date.parse would also read numbers as years.
  const date = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(inUtc(value)) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A date as C writes it (`Sun Nov  6 08:49:37 1994`) names no zone: it is of UTC (RFC 9110), and not of where this process runs. */
function inUtc(date: string): string {
  return /(?: \d{4}|:\d\d)$/.test(date.trim()) ? `${date} GMT` : date;
}

function milliseconds(value: string | undefined, unitMs: number): number | undefined {
  return value !== undefined && /^\d+(\.\d+)?$/.test(value.trim())
    ? Math.ceil(Number(value) * unitMs)
    : undefined;
}
