const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** An endpoint to which nothing could be delivered for this long is disabled (webhook.delivery.always-failing). */
export const givenUpAfterMs = 5 * day;
/**
 * Failures that are further apart belong to different series: what happened in between is not known. The longest delay
 * between two attempts of one delivery is shorter: a day, and a tenth of it.
 */
const longestGapMs = 36 * hour;
/** The time of the latest failure is noted at most so often, and is therefore known only to this precision. */
const notedEveryMs = hour;

/** The failed deliveries to an endpoint since the last successful one. Tests do not count. */
export interface Failures {
  /** The first failure of the series. */
  failing_since?: Date | undefined;
  /** The latest one that was noted. */
  failed_at?: Date | undefined;
}

/** An attempt to deliver an event that failed. */
export interface FailedAttempt {
  at: Date;
  /** It was the last one: the event is given up. */
  final: boolean;
  /** The deployment's factor for the delays between attempts. */
  retryScale: number;
}

/** The consequence of a failure. */
export interface AfterFailure {
  /** The series of failures as it is to be noted; undefined if the note is recent enough. */
  note?: { failing_since: Date; failed_at: Date };
  /** The endpoint is disabled. */
  disables: boolean;
}

/**
 * An endpoint is disabled when an event has used up its attempts after five days of nothing but failures, in which no two
 * failures were further apart than 36 hours. Quiet days say nothing about an endpoint, and neither does a single failure.
 */
export function afterFailure(
  { failing_since, failed_at }: Failures,
  { at, final, retryScale }: FailedAttempt,
): AfterFailure {
  const longest = longestGapMs * Math.max(1, retryScale);
  const continues =
    failing_since !== undefined && failed_at !== undefined && at.getTime() - failed_at.getTime() <= longest;
  if (!continues) return { note: { failing_since: at, failed_at: at }, disables: false };
  return {
    ...(at.getTime() - failed_at.getTime() < notedEveryMs ? {} : { note: { failing_since, failed_at: at } }),
    disables: final && at.getTime() - failing_since.getTime() >= givenUpAfterMs,
  };
}
