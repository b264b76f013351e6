import { Context } from '@temporalio/activity';
import { releaseDelivered } from '#store/events/undelivered.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** Less than the minute that Temporal allows, so that the last calls can finish. The next sweep does the rest. */
const longestMs = 40_000;

/**
 * Signals the workflows of webhook endpoints with overdue deliveries, and lets events go that were kept for deliveries
 * that are no longer pending.
 * @returns how many endpoints were signalled
 */
export async function sweepWebhooks(deps: ActivityDependencies): Promise<{ deliveries: number }> {
  return await underHeartbeat(async (signal) => {
    const until = Date.now() + longestMs;
    const isOver = () => signal.aborted || Date.now() > until;
    const endpoints = await deps.webhooks.sweepOverdue(isOver);
    await releaseDelivered(deps.db, new Date(), isOver);
    if (endpoints > 0)
      Context.current().log.info('woke webhook endpoints with overdue deliveries', { endpoints });
    return { deliveries: endpoints };
  });
}
