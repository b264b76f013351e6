import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import { activityTaskQueue, type ErasureInput } from '#contract/temporal/names.ts';

/**
 * Erases the data of a subject in as many steps as it takes. The progress is in the store, so the workflow only repeats the
 * activity until the erasure is completed, and can be started again at any point.
 */
export async function eraseSubject(input: ErasureInput): Promise<void> {
  const { eraseSubject: erase } = proxyActivities<Activities>({
    taskQueue: activityTaskQueue(workflowInfo().taskQueue, 'steps'),
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  });
  for (;;) {
    setCurrentDetails('Deletes the data');
    const { again_in_ms } = await erase.executeWithOptions({ summary: 'Erase stored data' }, [input]);
    if (again_in_ms === null) return;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof eraseSubject>(input);
    setCurrentDetails('Waits for runs to end, or before the second pass');
    if (again_in_ms > 0) await sleep(again_in_ms);
  }
}
