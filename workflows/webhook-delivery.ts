import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import { activityTaskQueue, type WebhookDeliveryInput } from '#contract/temporal/names.ts';
import { deliveryPendingSignal } from './messages.ts';

/**
 * Makes the pending deliveries of one webhook endpoint, each when it is due. The store has the deliveries. The workflow
 * remembers when the next one is due, and ends when there is none.
 */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<void> {
  const { deliverWebhooks } = proxyActivities<Activities>({
    taskQueue: activityTaskQueue(workflowInfo().taskQueue, 'webhooks'),
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  });
  let signalled = false;
  setHandler(deliveryPendingSignal, () => {
    signalled = true;
  });
  for (;;) {
    // Reset before checking, not after: a signal that arrives while the activity checks must count.
    signalled = false;
    setCurrentDetails('Delivers due events');
    const { due_in_ms } = await deliverWebhooks.executeWithOptions({ summary: 'Deliver due events' }, [
      input,
    ]);
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      // The next run starts with a check, so a signal that arrived meanwhile is not missed.
      return await continueAsNew<typeof webhookDelivery>(input);
    }
    if (due_in_ms === null) {
      if (signalled) continue;
      return;
    }
    setCurrentDetails('Waits until the next attempt is due');
    if (due_in_ms > 0) await condition(() => signalled, due_in_ms);
  }
}
