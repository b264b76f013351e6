import { proxyActivities, setWorkflowOptions, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import type { Reconciled } from '#engine/recovery/reconcile-runs.ts';
import type { SweepResult } from '#engine/recovery/sweep-runs.ts';
import { activityTaskQueue } from '#contract/temporal/names.ts';

/** Repeats what a crash has lost: signals to workflows of runs, and deliveries to webhooks. */
export async function sweep(): Promise<SweepResult & { deliveries: number; reconciled: Reconciled }> {
  const { sweepRuns, sweepWebhooks, reconcileRuns } = proxyActivities<Activities>({
    taskQueue: activityTaskQueue(workflowInfo().taskQueue, 'steps'),
    startToCloseTimeout: '1 minute',
    // If its worker dies, the next sweep must not be held up.
    heartbeatTimeout: '10 seconds',
    // The next sweep follows soon, so a failed one is not retried.
    retry: { maximumAttempts: 1 },
  });
  const lookedUntil = (workflowInfo().lastResult as Partial<SweepResult> | undefined)?.looked_until;
  const runs = sweepRuns.executeWithOptions({ summary: 'Repeat lost starts and signals' }, [lookedUntil]);
  const webhooks = sweepWebhooks.executeWithOptions({ summary: 'Deliver missed events' }, []);
  const reconciling = reconcileRuns.executeWithOptions({ summary: 'Compare runs with their workflows' }, []);
  // A failure of one does not prevent the others.
  const [sweptRuns, sweptWebhooks, reconciled] = await Promise.allSettled([runs, webhooks, reconciling]);
  if (sweptRuns.status === 'rejected') throw sweptRuns.reason;
  if (sweptWebhooks.status === 'rejected') throw sweptWebhooks.reason;
  if (reconciled.status === 'rejected') throw reconciled.reason;
  return { ...sweptRuns.value, ...sweptWebhooks.value, reconciled: reconciled.value };
}
// A sweep takes seconds, and ends on the version on which it started. An unversioned worker must not set a behaviour,
// because the server would reject its completion.
setWorkflowOptions(
  () => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'PINNED' } : {}),
  sweep,
);
