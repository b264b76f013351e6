import { type NativeConnection, Worker, type WorkerDeploymentOptions } from '@temporalio/worker';
import type { Activities } from '#activities/create-activities.ts';
import { slots } from '#activities/slots.ts';
import {
  type ActivityKind,
  activityTaskQueue,
  taskQueue as serviceTaskQueue,
  workflowTypes,
} from '#contract/temporal/names.ts';
import type { Tracing } from '#adapters/telemetry/export/tracing.ts';
import { traceActivities } from './trace-activities.ts';

/**
 * How long a stopping worker gives its activities before it cancels them. Temporal then retries them. An activity that has
 * sent a call is not cancelled: it ends with the call.
 */
const graceMs = 20_000;
/** Time that a process needs after its workers have ended: it stores charges, and closes its connections. */
const closingMs = 10_000;

/**
 * How long the workers of a process take to stop.
 * @param stopMs how long the process may take in all
 */
export function shutdownTimes(stopMs: number) {
  // A worker that cannot store its results, because MongoDB is away, does not prevent the process from exiting.
  const shutdownForceTime = stopMs - closingMs;
  return { shutdownGraceTime: Math.min(graceMs, shutdownForceTime / 2), shutdownForceTime };
}

/**
 * A workflow that only repeats the stored state can restart at any time, and the sweep restarts it. It fails if its
 * history has diverged from its code, as it can when Temporal is restored while workers have it in memory: otherwise
 * each task would fail for ever. The workflow of a run is restarted instead (engine/recovery/compare-run.ts), and
 * outlives a faulty deployment.
 */
const workflowFailureErrorTypes = {
  '*': [],
  [workflowTypes.eraseSubject]: ['NondeterminismError'],
  [workflowTypes.sweep]: ['NondeterminismError'],
  [workflowTypes.webhookDelivery]: ['NondeterminismError'],
};

export interface WorkerOptions {
  connection: NativeConnection;
  namespace: string;
  bundlePath: string;
  /** Default: the service's own. */
  taskQueue?: string;
  activities: Activities;
  /** How many workflows stay in memory. A workflow that was evicted is replayed from its history when it is needed. */
  maxCachedWorkflows: number;
  /** How long the process may take to stop. */
  stopMs: number;
  /** Absent: off. */
  tracing?: Tracing | undefined;
  /** Default: unversioned. */
  workerDeploymentOptions?: WorkerDeploymentOptions;
}

/**
 * The workers of a process: one for workflows and model turns, and one for each kind of activity with a task queue and
 * slots of its own. They run and shut down together.
 */
export async function createTemporalWorkers({
  bundlePath,
  taskQueue = serviceTaskQueue,
  activities,
  maxCachedWorkflows,
  stopMs,
  tracing,
  ...connected
}: WorkerOptions): Promise<Worker[]> {
  const { executePatch, deliverWebhooks, callModel: _, ...steps } = activities;
  const common = { ...connected, ...shutdownTimes(stopMs), interceptors: traceActivities(tracing) };
  const activityWorker = async (kind: ActivityKind, own: Partial<Activities>) =>
    await Worker.create({
      ...common,
      taskQueue: activityTaskQueue(taskQueue, kind),
      activities: own,
      maxConcurrentActivityTaskExecutions: slots[kind].total,
      activityTaskPollerBehavior: { type: 'autoscaling' },
    });
  return await Promise.all([
    Worker.create({
      ...common,
      taskQueue,
      workflowBundle: { codePath: bundlePath },
      // All activities, because every kind was scheduled on this queue before the others existed.
      activities,
      maxCachedWorkflows,
      workflowFailureErrorTypes,
      maxConcurrentActivityTaskExecutions: slots.turns.total,
      workflowTaskPollerBehavior: { type: 'autoscaling' },
      activityTaskPollerBehavior: { type: 'autoscaling' },
    }),
    activityWorker('calls', { executePatch }),
    activityWorker('steps', steps),
    activityWorker('webhooks', { deliverWebhooks }),
  ]);
}
