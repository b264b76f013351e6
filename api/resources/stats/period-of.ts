import { invalidField } from '#contract/errors.ts';
import { dividedPeriod, type Interval, periodTooLong, type WholePeriod } from '#contract/stats.ts';

/**
 * The requested period with both ends and its parts.
 * @throws {ServiceError} `invalid_request` if it is too long, or has too many parts
 */
export function periodOf(query: {
  from?: Date | undefined;
  to?: Date | undefined;
  interval: Interval;
}): WholePeriod {
  const period = dividedPeriod(query);
  if (period === undefined) throw invalidField('from', periodTooLong, 'too_small');
  return period;
}
