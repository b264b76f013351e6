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
 * Delivers what is pending for one webhook endpoint, for as long as anything is: each attempt when it is due. What is
 * pending stands in the store; this remembers when the next of it is due, and ends when there is none.
 */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<void> {
  const { deliverWebhooks } = proxyActivities<Activities>({
    taskQueue: activityTaskQueue(workflowInfo().taskQueue, 'webhooks'),
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  });
  let told = false;
  setHandler(deliveryPendingSignal, () => {
    told = true;
  });
  for (;;) {
    // Reset before looking, not after: what comes while the activity looks must count.
    told = false;
    setCurrentDetails('Delivers what is due');
    const { due_in_ms } = await deliverWebhooks.executeWithOptions({ summary: 'Deliver what is due' }, [
      input,
    ]);
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      // The next run begins by looking: a signal that came meanwhile is not missed.
      return await continueAsNew<typeof webhookDelivery>(input);
    }
    if (due_in_ms === null) {
      if (told) continue;
      return;
    }
    setCurrentDetails('Waits until the next attempt is due');
    if (due_in_ms > 0) await condition(() => told, due_in_ms);
  }
}
