import { ApplicationFailure, Context } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { MarkedCallNote } from '#engine/ports/step-attempt.ts';
import { TryAgain, UnknownRun } from '#engine/steps/try-again.ts';
import { ClockApartError } from '#engine/ports/clock.ts';
import { isOutage } from '#store/mongo/outage.ts';

/** How often an error that is not an outage is retried, in case it passes, before the run is given up. */
const mostFaults = 5;
/** When a step is attempted again that needs the right time, in milliseconds. */
const clockRetryMs = 5000;

export interface FailureOptions {
  /** Retried after any error, for as long as it takes. Default: false. */
  forEver?: boolean;
}

/** Heartbeat details that later attempts at an activity read. */
export interface AttemptDetails {
  /** Faults so far that were no outages. Attempts that an outage or a full share of slots ended do not count. */
  faults: number;
  /** The number of the latest attempt at its call that the activity has marked. A restored store may not know it. */
  marked?: number;
  /** That call, for operators: the summary of an activity that also takes a turn does not name it. */
  tool_call_id?: string;
  patch_ref?: string;
}

/** Details of this attempt so far. */
const noted = new WeakMap<Context, AttemptDetails>();

/** Details of earlier attempts, merged with those of this one. */
export function attemptDetails(context: Context): AttemptDetails {
  return noted.get(context) ?? (context.info.heartbeatDetails as AttemptDetails | undefined) ?? { faults: 0 };
}

/**
 * Notes for later attempts that the call of this one was marked. The next heartbeat says so: one for each call would be one
 * more write of Temporal for each, and most calls are over before.
 */
export function noteMarked(context: Context, { attempts: marked, ...call }: MarkedCallNote): void {
  noted.set(context, { ...attemptDetails(context), marked, ...call });
}

/** Each heartbeat replaces the details of the one before it. */
function noteFaults(context: Context, faults: number): void {
  const details = { ...attemptDetails(context), faults };
  noted.set(context, details);
  context.heartbeat(details);
}

/**
 * The failure that Temporal receives for an error. Histories keep it, so it has the kind of error and no content. The
 * worker's log has the details.
 */
export function translateFailure(error: unknown, { forEver = false }: FailureOptions = {}): unknown {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof TryAgain) return furtherAttempt(error);
  if (error instanceof UnknownRun) return ApplicationFailure.nonRetryable(error.message, 'unknown_run');
  if (error instanceof ClockApartError) return clockApart();
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
  noteFaults(context, faults);
  return ApplicationFailure.create({
    message: `unexpected ${name}`,
    type: 'internal_error',
    nonRetryable: !forEver && faults >= mostFaults,
  });
}

/** Another worker may have the right time. The process itself says in its log what is wrong. */
function clockApart(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'the clock of this worker is too far from that of MongoDB',
    type: 'clock_apart',
    nextRetryDelay: clockRetryMs,
  });
}

function furtherAttempt({ message, type, afterMs }: TryAgain): ApplicationFailure {
  return ApplicationFailure.create({
    message,
    type,
    ...(afterMs === undefined ? {} : { nextRetryDelay: afterMs }),
  });
}
