import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { searchAttributes } from '#contract/temporal/names.ts';

/**
 * Terminates the open workflows of a workspace: of its runs, erasures and webhook endpoints. Visibility lags, so one that was
 * started within the last seconds may be missed: call it again.
 * @returns how many it has terminated
 * @throws if Temporal does not respond
 */
export async function terminateWorkflows(
  client: Client,
  workspaceId: string,
  reason: string,
): Promise<number> {
  const query = `${searchAttributes.workspace} = '${workspaceId}' AND ExecutionStatus = 'Running'`;
  let terminated = 0;
  for await (const { workflowId } of client.workflow.list({ query })) {
    try {
      await client.workflow.getHandle(workflowId).terminate(reason);
      terminated += 1;
    } catch (error) {
      // It has ended since it was listed.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return terminated;
}
