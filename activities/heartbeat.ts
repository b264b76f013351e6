import { Context } from '@temporalio/activity';

/** Well below the heartbeat time-out of the workflow's long activities. */
const intervalMs = 2000;

/**
 * Does long work under heartbeats, so that a worker that died is noticed in seconds, and with a signal that aborts
 * when the activity is cancelled or has taken longer than `timeoutMs`.
 * @throws the signal's reason: `CancelledFailure`, or a `TimeoutError` from the time limit
 */
export async function underHeartbeat<Result>(
  { timeoutMs, cancellable }: { timeoutMs: number; cancellable: boolean },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), intervalMs);
  try {
    const late = AbortSignal.timeout(timeoutMs);
    return await work(cancellable ? AbortSignal.any([context.cancellationSignal, late]) : late);
  } finally {
    clearInterval(timer);
  }
}
