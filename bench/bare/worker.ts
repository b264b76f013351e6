import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, NativeConnection, Runtime, Worker, DefaultLogger } from '@temporalio/worker';
import { bareActivities } from './activities.ts';
import { bareTaskQueue } from './task-queue.ts';

/** A worker for the bare workflow, configured like the service's own. */
const logger = new DefaultLogger('WARN');
Runtime.install({ logger });
const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS'] ?? '' });
const worker = await Worker.create({
  connection,
  taskQueue: bareTaskQueue,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
    logger,
  }),
  activities: bareActivities,
  maxCachedWorkflows: 500,
  maxConcurrentActivityTaskExecutions: 200,
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
});
const running = worker.run();
process.stdout.write('polls\n');
await running;
await connection.close();
