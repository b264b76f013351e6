import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';

const { sweepRuns } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  // The schedule comes again soon: a sweep that failed need not.
  retry: { maximumAttempts: 1 },
});

/** Calls again for every reaction that a run's workflow owes and that a crash has lost. */
export async function sweep(): Promise<{ runs: number; failed: number }> {
  return await sweepRuns.executeWithOptions({ summary: 'Call again for what was lost' }, []);
}
