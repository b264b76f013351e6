import { Context } from '@temporalio/activity';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** Below the minute that Temporal gives it: what is left is the next sweep's. */
const sweepMs = 40_000;

/**
 * Sees to it that what is pending reaches its webhook endpoints: wakes the workflows of those to which something is
 * overdue.
 * @returns how many endpoints were signalled
 */
export async function sweepWebhooks(deps: ActivityDependencies): Promise<{ deliveries: number }> {
  return await underHeartbeat({ cancellable: false }, async () => await wakeOverdue(deps));
}

async function wakeOverdue({ webhooks }: ActivityDependencies): Promise<{ deliveries: number }> {
  const endpoints = await webhooks.sweepOverdue(sweepMs);
  if (endpoints > 0)
    Context.current().log.info('woke webhook endpoints with overdue deliveries', { endpoints });
  return { deliveries: endpoints };
}
