import { Context } from '@temporalio/activity';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** Less than the minute that Temporal allows, so that the last calls can finish. The next sweep does the rest. */
const longestMs = 40_000;

/**
 * Signals the workflows of webhook endpoints with overdue deliveries.
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
