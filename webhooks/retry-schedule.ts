const minute = 60_000;
const hour = 60 * minute;

/** How long after a failed attempt the next one comes (webhook.delivery.schedule). */
export const retryDelaysMs = [
  5000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** A delay is longer by a random part, up to this share of it: what failed together does not come back together. */
const jitter = 0.1;
/** No receiver puts an event off for longer. */
const longestRetryAfterMs = 24 * hour;

export interface RetryWish {
  /** Which delay of the schedule, from 0. */
  retry: number;
  /** The deployment's factor on the schedule. */
  scale: number;
  /** How long the receiver asked to wait: it puts the attempt off, and never hurries it. */
  retryAfterMs?: number | undefined;
}

/** How long to wait before the next attempt, in milliseconds; undefined when there is none left. */
export function retryDelayMs(
  { retry, scale, retryAfterMs = 0 }: RetryWish,
  random: () => number = Math.random,
): number | undefined {
  const delay = retryDelaysMs[retry];
  if (delay === undefined) return undefined;
  const scheduled = delay * scale * (1 + jitter * random());
  return Math.ceil(Math.max(scheduled, Math.min(retryAfterMs, longestRetryAfterMs)));
}
