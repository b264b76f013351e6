import { patched, proxyActivities, setWorkflowOptions, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import type { SweepResult } from '#activities/sweep-runs.ts';
import { activityTaskQueue } from '#contract/temporal/names.ts';

/** Calls again for everything that is owed and that a crash has lost: reactions of runs, deliveries to webhooks. */
export async function sweep(): Promise<SweepResult & { deliveries: number }> {
  const { sweepRuns, sweepWebhooks } = proxyActivities<Activities>({
    taskQueue: activityTaskQueue(workflowInfo().taskQueue, 'steps'),
    startToCloseTimeout: '1 minute',
    // One whose worker died would keep the next from coming.
    heartbeatTimeout: '10 seconds',
    // The schedule comes again soon: a sweep that failed need not.
    retry: { maximumAttempts: 1 },
  });
  const lookedUntil = (workflowInfo().lastResult as Partial<SweepResult> | undefined)?.looked_until;
  const runs = sweepRuns.executeWithOptions({ summary: 'Tell what was lost' }, [lookedUntil]);
  if (!patched('sweep-webhooks')) return { ...(await runs), deliveries: 0 };
  const webhooks = sweepWebhooks.executeWithOptions({ summary: 'Deliver what was missed' }, []);
  // Neither keeps the other from being done.
  const [sweptRuns, sweptWebhooks] = await Promise.allSettled([runs, webhooks]);
  if (sweptRuns.status === 'rejected') throw sweptRuns.reason;
  if (sweptWebhooks.status === 'rejected') throw sweptWebhooks.reason;
  return { ...sweptRuns.value, ...sweptWebhooks.value };
}
// It lasts seconds, and ends on the version that it began on. A worker without a version must not name a behaviour: the
// server refuses what it did.
setWorkflowOptions(
  () => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'PINNED' } : {}),
  sweep,
);
