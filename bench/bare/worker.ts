import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, NativeConnection, Runtime, Worker, DefaultLogger } from '@temporalio/worker';
import { workerConnectionOptions } from '#adapters/temporal/connect.ts';
import { bareActivities } from './activities.ts';
import { bareCommits } from './commits.ts';
import { CommittingServer } from './committing-server.ts';
import { bareTaskQueue } from './task-queue.ts';

/** A worker for the bare workflows, configured like the service's own. It prints where its server is. */
const logger = new DefaultLogger('WARN');
Runtime.install({ logger });
const address = process.env['TEMPORAL_ADDRESS'] ?? '';
const connection = await NativeConnection.connect(workerConnectionOptions({ address, namespace: 'default' }));
const commits = await bareCommits(process.env['MONGODB_URI'] ?? '');
const committing = new CommittingServer(connection, commits);
const worker = await Worker.create({
  connection,
  taskQueue: bareTaskQueue,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
    logger,
  }),
  activities: bareActivities(commits, (id) => committing.done(id)),
  maxCachedWorkflows: 500,
  maxConcurrentActivityTaskExecutions: 200,
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
});
const running = worker.run();
const { url } = await committing.serve();
process.stdout.write(`polls ${url}\n`);
await running;
process.exit();
