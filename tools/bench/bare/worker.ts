import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, NativeConnection, Runtime, Worker, DefaultLogger } from '@temporalio/worker';
import { workerConnectionOptions } from '#adapters/temporal/connect.ts';
import { bareActivities } from './activities.ts';
import { bareCommits } from './commits.ts';
import { CommittingServer } from './committing-server.ts';
import { bareCallsTaskQueue, bareTaskQueue } from './task-queue.ts';

/**
 * A worker for the bare workflows, configured like the service's own. It prints where its server is.
 * Arguments: the layout of the service beside it, and the URL of a host that answers calls.
 */
const logger = new DefaultLogger('WARN');
Runtime.install({ logger });
const address = process.env['TEMPORAL_ADDRESS'] ?? '';
const connection = await NativeConnection.connect(workerConnectionOptions({ address, namespace: 'default' }));
const commits = await bareCommits(process.env['MONGODB_URI'] ?? '');
const [layout, host = ''] = process.argv.slice(2);
const committing = new CommittingServer(connection, commits, { startsEagerly: layout === 'one' });
const activityOptions = {
  connection,
  activities: bareActivities(commits, host, (id) => committing.done(id)),
  maxConcurrentActivityTaskExecutions: 200,
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const;
const worker = await Worker.create({
  ...activityOptions,
  taskQueue: bareTaskQueue,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
    logger,
  }),
  maxCachedWorkflows: 500,
  workflowTaskPollerBehavior: { type: 'autoscaling' },
});
const calls = await Worker.create({ ...activityOptions, taskQueue: bareCallsTaskQueue });
const running = Promise.all([worker.run(), calls.run()]);
const { url } = await committing.serve();
process.stdout.write(`polls ${url}\n`);
await running;
process.exit();
