import { type NativeConnection, Worker, type WorkerDeploymentOptions } from '@temporalio/worker';
import type { Activities } from '#activities/create-activities.ts';
import { taskQueue as serviceTaskQueue, webhookTaskQueue } from '#contract/temporal/names.ts';

/** Each waits for the receivers of one endpoint, and for those of no other. */
const concurrentEndpoints = 500;
const shutdownGraceTime = '20 seconds';

export interface WebhookWorkerOptions {
  connection: NativeConnection;
  namespace: string;
  /** The service's task queue, when it is not its usual one. */
  taskQueue?: string;
  activities: Activities;
  /** Default: unversioned. */
  workerDeploymentOptions?: WorkerDeploymentOptions | undefined;
}

/**
 * A worker for pending deliveries to webhook endpoints: receivers that hang take none of the places in which
 * runs call models and hosts.
 */
export async function createWebhookWorker(options: WebhookWorkerOptions): Promise<Worker> {
  const { deliverWebhooks } = options.activities;
  return await Worker.create({
    connection: options.connection,
    namespace: options.namespace,
    taskQueue: webhookTaskQueue(options.taskQueue ?? serviceTaskQueue),
    activities: { deliverWebhooks },
    ...(options.workerDeploymentOptions && { workerDeploymentOptions: options.workerDeploymentOptions }),
    maxConcurrentActivityTaskExecutions: concurrentEndpoints,
    activityTaskPollerBehavior: { type: 'autoscaling', minimum: 1, initial: 1 },
    shutdownGraceTime,
  });
}
