import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { viewWorkflow } from './view-workflow.ts';
import { withinDeadline } from './within-deadline.ts';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** The first task is among the first events: before it are the start, and signals that came at once. */
const firstEvents = 1000;

/**
 * Restarts the workflow of a run, by Temporal's reset to before the end of its first task, because its history has
 * diverged from its code. It reads the next step from the store. Signals are kept. Doing this twice changes nothing.
 * @returns false if its history has not diverged
 * @throws if Temporal does not respond in time
 */
export async function restartDiverged(client: Client, runId: string, timeoutMs: number): Promise<boolean> {
  const { workflowService, options } = client;
  const { namespace } = options;
  const view = await viewWorkflow(client, runId, timeoutMs);
  if (view.is !== 'diverged') return false;
  const workflowExecution = { workflowId: runWorkflowId(runId), runId: view.execution };
  return await withinDeadline(client, timeoutMs, async () => {
    const { history } = await workflowService.getWorkflowExecutionHistory({
      namespace,
      execution: workflowExecution,
      maximumPageSize: firstEvents,
    });
    const first = history?.events?.find(isEndOfTask)?.eventId;
    if (first === undefined || first === null) return false;
    await workflowService.resetWorkflowExecution({
      namespace,
      workflowExecution,
      reason: 'its history had diverged from its code',
      workflowTaskFinishEventId: first,
      requestId: `diverged-${view.execution}`,
    });
    return true;
  });
}

/**
 * Temporal resets to any event between two of its writes. The end of a task is the first event of one. Its start is not if the
 * workflow was started eagerly, which writes both at once.
 */
function isEndOfTask(event: HistoryEvent): boolean {
  return Boolean(
    event.workflowTaskCompletedEventAttributes ??
    event.workflowTaskFailedEventAttributes ??
    event.workflowTaskTimedOutEventAttributes,
  );
}
