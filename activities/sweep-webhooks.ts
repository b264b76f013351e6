import { Context } from '@temporalio/activity';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** Below the minute that Temporal gives it, with time for the last calls: what is left is the next sweep's. */
const longestMs = 40_000;

/**
 * Sees to it that what is pending reaches its webhook endpoints: wakes the workflows of those to which something is
 * overdue.
 * @returns how many endpoints were signalled
 */
export async function sweepWebhooks(deps: ActivityDependencies): Promise<{ deliveries: number }> {
  return await underHeartbeat({ cancellable: true }, async (signal) => {
    const until = Date.now() + longestMs;
    const endpoints = await deps.webhooks.sweepOverdue(() => signal.aborted || Date.now() > until);
    if (endpoints > 0)
      Context.current().log.info('woke webhook endpoints with overdue deliveries', { endpoints });
    return { deliveries: endpoints };
  });
}
