import type { WorkflowExecutionDescription } from '@temporalio/client';

/** Whether a workflow is open, and neither a task nor an activity of it is in progress: it waits for a signal or a timer. */
export function isIdle({ status, raw }: Pick<WorkflowExecutionDescription, 'status' | 'raw'>): boolean {
  const { pendingActivities, pendingWorkflowTask } = raw;
  return status.name === 'RUNNING' && !pendingActivities?.length && !pendingWorkflowTask;
}
