import type { Client } from '@temporalio/client';
import { runIdOf, taskQueue as serviceTaskQueue, workflowTypes } from '#contract/temporal/names.ts';
import { withinDeadline } from './within-deadline.ts';

/** A workflow that is open, as far as visibility knows. */
export interface OpenWorkflow {
  run_id: string;
  started_at: Date;
}

export interface OpenQuery {
  /** Only workflows that were started before this are listed. Default: all. */
  before?: Date | undefined;
  limit: number;
  /** How long to wait for Temporal. */
  timeoutMs: number;
  /** Default: the service's own. */
  taskQueue?: string;
}

/**
 * The workflows of runs that are open, the one that was started last first. To continue, call again with the last
 * `started_at`. Visibility lags: one that is listed may have closed.
 * @throws if Temporal does not respond in time
 */
export async function openWorkflows(
  client: Client,
  { before, limit, timeoutMs, taskQueue = serviceTaskQueue }: OpenQuery,
): Promise<OpenWorkflow[]> {
  const query = [
    `WorkflowType = '${workflowTypes.run}'`,
    `TaskQueue = '${taskQueue}'`,
    "ExecutionStatus = 'Running'",
    ...(before === undefined ? [] : [`StartTime < '${before.toISOString()}'`]),
  ].join(' AND ');
  const { executions } = await withinDeadline(
    client,
    timeoutMs,
    async () =>
      await client.workflowService.listWorkflowExecutions({
        namespace: client.options.namespace,
        pageSize: limit,
        query,
      }),
  );
  return executions.flatMap(({ execution, startTime }) => {
    const run_id = runIdOf(execution?.workflowId ?? '');
    if (run_id === undefined || !startTime) return [];
    // Rounded down, so that a call with this time does not return the same workflow again.
    const ms = Number(startTime.seconds ?? 0) * 1000 + Math.floor((startTime.nanos ?? 0) / 1_000_000);
    return [{ run_id, started_at: new Date(ms) }];
  });
}
