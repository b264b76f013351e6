import { type NativeConnection, Worker, type WorkerDeploymentOptions } from '@temporalio/worker';
import { taskQueue as serviceTaskQueue } from '#contract/temporal/names.ts';
import type { Activities } from '#activities/create-activities.ts';

/** Cached workflows cost about 1 MB each; a paused run that falls out is replayed from its history when needed. */
const cachedWorkflows = 500;
/** Model calls wait for a provider, not for this machine. */
const concurrentActivities = 200;
/** How long a stopping worker lets its activities finish before it cancels them; Temporal then tries them again. */
const shutdownGraceTime = '20 seconds';
/** One that cannot store what it has, because MongoDB is away, does not keep the process from ending. */
const shutdownForceTime = '40 seconds';

export interface WorkerOptions {
  connection: NativeConnection;
  namespace: string;
  bundlePath: string;
  /** Default: the service's own. */
  taskQueue?: string;
  activities: Activities;
  /** Default: unversioned. */
  workerDeploymentOptions?: WorkerDeploymentOptions | undefined;
}

/** A worker for every workflow and activity of the service. */
export async function createWorker(options: WorkerOptions): Promise<Worker> {
  return await Worker.create({
    connection: options.connection,
    namespace: options.namespace,
    taskQueue: options.taskQueue ?? serviceTaskQueue,
    workflowBundle: { codePath: options.bundlePath },
    activities: options.activities,
    ...(options.workerDeploymentOptions && { workerDeploymentOptions: options.workerDeploymentOptions }),
    maxCachedWorkflows: cachedWorkflows,
    maxConcurrentActivityTaskExecutions: concurrentActivities,
    workflowTaskPollerBehavior: { type: 'autoscaling' },
    activityTaskPollerBehavior: { type: 'autoscaling' },
    shutdownGraceTime,
    shutdownForceTime,
  });
}
