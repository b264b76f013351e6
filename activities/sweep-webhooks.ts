import { Context } from '@temporalio/activity';
import { oweMissedDeliveries } from '#store/missed-deliveries.ts';
import { findOverdueEndpoints } from '#store/owed-deliveries.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { underHeartbeat } from './heartbeat.ts';

/** What is due for longer than this was not taken up by its endpoint's workflow. */
const overdueMs = 5000;

/**
 * Sees to it that every event reaches every endpoint that asked for it: owes what nobody attempted, and wakes the
 * workflows of endpoints that something is overdue to.
 * @returns how many deliveries were missed
 */
export async function sweepWebhooks(deps: ActivityDependencies): Promise<{ deliveries: number }> {
  return await underHeartbeat({ cancellable: false }, async () => await deliverMissed(deps));
}

async function deliverMissed({ db, webhooks }: ActivityDependencies): Promise<{ deliveries: number }> {
  const { log } = Context.current();
  const deliveries = await oweMissedDeliveries(db, new Date());
  if (deliveries > 0) log.warn('swept events that no attempt was made to deliver', { deliveries });
  const before = deliveries > 0 ? new Date() : new Date(Date.now() - overdueMs);
  const endpoints = await findOverdueEndpoints(db, before);
  await Promise.all(endpoints.map((endpoint) => webhooks.wake(endpoint)));
  return { deliveries };
}
