import proto from '@temporalio/proto';
import type { Client } from '@temporalio/client';
import { runWorkflowId } from '#contract/temporal/names.ts';

const closeEventOnly =
  proto.temporal.api.enums.v1.HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT;

/** How many events each of the histories of a run's workflow has, the first one first. */
export async function historyLengths(client: Client, run: string): Promise<number[]> {
  const workflowId = runWorkflowId(run);
  const lengths: number[] = [];
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  let runId = raw.workflowExecutionInfo?.firstRunId ?? undefined;
  while (runId !== undefined) {
    const described = await client.workflow.getHandle(workflowId, runId).describe();
    lengths.push(described.historyLength);
    runId = await nextOf(client, { workflowId, runId });
  }
  return lengths;
}

/** The execution with which another one continues, if it continues as new. */
async function nextOf(
  client: Client,
  execution: { workflowId: string; runId: string },
): Promise<string | undefined> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution,
    // The whole of it may be more than Temporal sends at once.
    historyEventFilterType: closeEventOnly,
  });
  const last = history?.events?.at(-1);
  return last?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId || undefined;
}
