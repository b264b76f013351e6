import { ApplicationFailure, Context } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import { isOutage } from '#store/mongo/outage.ts';

/** How often an error that is not an outage is retried, in case it passes, before the run is given up. */
const mostFaults = 5;

export interface FailureOptions {
  /** Retried after any error, for as long as it takes. Default: false. */
  forEver?: boolean;
}

/**
 * The failure that Temporal receives for an error. Histories keep it, so it has the kind of error and no content. The
 * worker's log has the details.
 */
export interface AttemptDetails {
  /** Faults so far that were no outages. Attempts that an outage or a full share of slots ended do not count. */
  faults: number;
}

/** What the attempts before this one left. */
export function attemptDetails({ info }: Context): AttemptDetails {
  return (info.heartbeatDetails as AttemptDetails | undefined) ?? { faults: 0 };
}

/**
 * What Temporal is told of a fault. Histories keep it, so it says what kind of fault it was and nothing of what
 * was worked on; the worker's log has the rest.
 */
export function translateFailure(error: unknown, { forEver = false }: FailureOptions = {}): unknown {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  const context = Context.current();
  const name = error instanceof Error ? error.name : typeof error;
  context.log.error('activity failed', { err: error, attempt: context.info.attempt });
  if (isOutage(error)) {
    return ApplicationFailure.create({
      message: 'MongoDB does not answer',
      type: 'outage',
      nonRetryable: false,
    });
  }
  const faults = attemptDetails(context).faults + 1;
  context.heartbeat({ faults } satisfies AttemptDetails);
  return ApplicationFailure.create({
    message: `unexpected ${name}`,
    type: 'internal_error',
    nonRetryable: !forEver && faults >= mostFaults,
  });
}
