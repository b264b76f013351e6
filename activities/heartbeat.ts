import { Context } from '@temporalio/activity';
import { attemptDetails } from './failures.ts';

/** Well below the heartbeat time-out of the workflow's activities. */
const intervalMs = 2000;

/**
 * Does work while it heartbeats, so that a worker that died is noticed within seconds.
 * @param cancellable whether the work ends when the activity is cancelled; otherwise it is completed
 * @param work receives a signal that aborts with `CancelledFailure` when the work has to end
 */
export async function underHeartbeat<Result>(
  { cancellable }: { cancellable: boolean },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const context = Context.current();
  const details = attemptDetails(context);
  const timer = setInterval(() => context.heartbeat(details), intervalMs);
  try {
    return await work(cancellable ? context.cancellationSignal : new AbortController().signal);
  } finally {
    clearInterval(timer);
  }
}
