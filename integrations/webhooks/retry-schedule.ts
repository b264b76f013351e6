const minute = 60_000;
const hour = 60 * minute;

/** The delays between attempts (webhook.delivery.schedule). */
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

/**
 * Each delay is extended by a random part of it, up to this share, so that simultaneous failures do not return
 * together.
 */
const jitter = 0.1;
/** The longest delay that a receiver can ask for. */
const longestRetryAfterMs = 24 * hour;

export interface RetryWish {
  /** The index of the delay, from 0. */
  retry: number;
  /** The deployment's factor for the delays. */
  scale: number;
  /** The delay that the receiver asked for. It can only extend the delay. */
  retryAfterMs?: number | undefined;
}

/** How long to wait before the next attempt, in milliseconds; undefined if there is none left. */
export function retryDelayMs(
  { retry, scale, retryAfterMs = 0 }: RetryWish,
  random: () => number = Math.random,
): number | undefined {
  const delay = retryDelaysMs[retry];
  if (delay === undefined) return undefined;
  const scheduled = delay * scale * (1 + jitter * random());
  return Math.ceil(Math.max(scheduled, Math.min(retryAfterMs, longestRetryAfterMs)));
}
