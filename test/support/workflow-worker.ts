import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection } from '@temporalio/worker';
import { type Activities, createActivities } from '#activities/create-activities.ts';
import type { ActivityDependencies } from '#activities/dependencies.ts';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { runWorkflowId, workflowTypes } from '#contract/temporal/names.ts';
import { workflowBundle } from '#worker/bundle.ts';
import { createTemporalWorkers, type WorkerOptions } from '#worker/create-temporal-workers.ts';

/** The service's workflows on a task queue of their own, with activities of the test: no store, no API. */
export interface WorkflowWorkers {
  client: Client;
  taskQueue: string;
  start(activities: Partial<Activities>, options?: Partial<WorkerOptions>): Promise<void>;
  /** Starts the workflow of a run. */
  run(runId: string): Promise<void>;
  stop(): Promise<void>;
}

/** Activities that a test does not replace are not called. */
const nothing = {} as ActivityDependencies;

export async function workflowWorkers(address: string): Promise<WorkflowWorkers> {
  const client = createTemporalClient({ address, namespace: 'default' });
  const connection = await NativeConnection.connect({ address });
  const taskQueue = `test-${randomBytes(6).toString('hex')}`;
  const bundlePath = await workflowBundle(new DefaultLogger('ERROR'));
  const ends: (() => Promise<void>)[] = [];
  return {
    client,
    taskQueue,
    start: async (activities, options) => {
      const workers = await createTemporalWorkers({
        connection,
        namespace: 'default',
        bundlePath,
        taskQueue,
        activities: { ...createActivities(nothing), ...activities },
        maxCachedWorkflows: 100,
        stopMs: 50_000,
        ...options,
      });
      for (const worker of workers) {
        const ended = worker.run();
        ends.push(async () => {
          if (worker.getState() === 'RUNNING') worker.shutdown();
          await ended;
        });
      }
    },
    run: async (run_id) => {
      await client.workflow.start(workflowTypes.run, {
        workflowId: runWorkflowId(run_id),
        taskQueue,
        args: [{ run_id, thread_id: 'thread', agent_id: 'agent', seq: 1 }],
      });
    },
    stop: async () => {
      await Promise.all(ends.map((end) => end()));
      await connection.close();
      await client.connection.close();
    },
  };
}
