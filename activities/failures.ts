import { ApplicationFailure, Context } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import { isOutage } from '#store/mongo/outage.ts';

/** A fault that is no outage is tried again this often, in case it passes, before the run is given up. */
const faultAttempts = 5;

export interface FailureOptions {
  /** Tried again whatever it failed of, for as long as it takes. Default: false. */
  forEver?: boolean;
}

/**
 * What Temporal is told of a fault. Histories keep it, so it says what kind of fault it was and nothing of what
 * was worked on; the worker's log has the rest.
 */
export function translateFailure(error: unknown, { forEver = false }: FailureOptions = {}): unknown {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  const { info, log } = Context.current();
  const name = error instanceof Error ? error.name : typeof error;
  log.error('activity failed', { err: error, attempt: info.attempt });
  if (isOutage(error)) {
    return ApplicationFailure.create({
      message: 'MongoDB does not answer',
      type: 'outage',
      nonRetryable: false,
    });
  }
  return ApplicationFailure.create({
    message: `unexpected ${name}`,
    type: 'internal_error',
    nonRetryable: !forEver && info.attempt >= faultAttempts,
  });
}
