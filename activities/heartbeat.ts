import { Context } from '@temporalio/activity';
import { attemptDetails } from './failures.ts';

/** Well below the heartbeat time-out of the workflow's activities. */
const intervalMs = 2000;

/**
 * Does work while it heartbeats, so that a worker that died is noticed within seconds.
 * @param work receives a signal that aborts with `CancelledFailure` when the activity is cancelled
 */
export async function underHeartbeat<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(attemptDetails(context)), intervalMs);
  try {
    return await work(context.cancellationSignal);
  } finally {
    clearInterval(timer);
  }
}
