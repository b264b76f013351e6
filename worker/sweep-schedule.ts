import { ScheduleAlreadyRunning, type Client } from '@temporalio/client';
import { sweepScheduleId, taskQueue, workflowTypes } from '#contract/temporal/names.ts';

const every = '10 seconds';

/** Makes sure that the sweep runs, whichever worker starts first. One that exists is left as operators set it. */
export async function ensureSweepSchedule(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: sweepScheduleId,
      spec: { intervals: [{ every }] },
      // A sweep that is late must not be followed by all that it missed.
      policies: { overlap: 'SKIP', catchupWindow: '1 minute' },
      action: {
        type: 'startWorkflow',
        workflowType: workflowTypes.sweep,
        taskQueue,
        workflowId: sweepScheduleId,
        workflowRunTimeout: '5 minutes',
        staticSummary: 'Calls again for what a crash left undone',
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
