import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { runWorkflowId } from '#contract/temporal/names.ts';

/** The workflow of a run, once it has closed. */
export async function closedWorkflow(client: Client, runId: string): Promise<WorkflowExecutionDescription> {
  const handle = client.workflow.getHandle(runWorkflowId(runId));
  // Its status says how it closed.
  await handle.result().catch(() => {});
  return await handle.describe();
}
