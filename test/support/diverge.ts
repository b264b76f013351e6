import proto from '@temporalio/proto';
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';

const { COMMAND_TYPE_START_TIMER: startTimer } = proto.temporal.api.enums.v1.CommandType;

/** The build that completed the last task of a workflow. */
export async function lastBuildOf(client: Client, workflowId: string): Promise<string> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const builds = events?.flatMap(
    ({ workflowTaskCompletedEventAttributes: completed }) => completed?.workerVersion?.buildId ?? [],
  );
  const last = builds?.at(-1);
  if (last === undefined) throw new Error(`no task of ${workflowId} was completed`);
  return last;
}

/**
 * Completes the next task of a workflow of a queue without a worker, with what no code of ours does first: it waits for a
 * moment. The next task goes to a worker, which cannot replay that.
 * @param buildId what has done this, as it says
 */
export async function divergeNext(client: Client, taskQueue: string, buildId: string): Promise<void> {
  const { workflowService, options, connection } = client;
  const { namespace } = options;
  const poll = { namespace, taskQueue: { name: taskQueue }, identity: 'by hand' };
  // Temporal refuses a poll that does not say how long it waits.
  const { taskToken } = await connection.withDeadline(
    Date.now() + 60_000,
    async () => await workflowService.pollWorkflowTaskQueue(poll),
  );
  await diverge(client, taskToken, buildId);
}

/** Starts a workflow eagerly, and completes the task that comes with it in the same way. */
export async function startDiverged(
  client: Client,
  workflow: { workflowId: string; type: string; taskQueue: string; input: unknown },
  buildId: string,
): Promise<void> {
  const { workflowId, type, taskQueue, input } = workflow;
  const { eagerWorkflowTask } = await client.workflowService.startWorkflowExecution({
    namespace: client.options.namespace,
    workflowId,
    workflowType: { name: type },
    taskQueue: { name: taskQueue },
    input: { payloads: [defaultPayloadConverter.toPayload(input)] },
    requestId: workflowId,
    requestEagerExecution: true,
  });
  if (!eagerWorkflowTask?.taskToken) throw new Error('Temporal starts no workflow eagerly');
  await diverge(client, eagerWorkflowTask.taskToken, buildId);
}

async function diverge(
  { workflowService, options: { namespace } }: Client,
  taskToken: Uint8Array,
  buildId: string,
): Promise<void> {
  const startTimerCommandAttributes = { timerId: '1', startToFireTimeout: { nanos: 1_000_000 } };
  await workflowService.respondWorkflowTaskCompleted({
    namespace,
    taskToken,
    identity: 'by hand',
    workerVersionStamp: { buildId },
    commands: [{ commandType: startTimer, startTimerCommandAttributes }],
  });
}
