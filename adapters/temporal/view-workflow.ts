import { defined } from '#contract/defined.ts';
import { type Client, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { pauseKinds } from '#contract/run-state.ts';
import { runWorkflowId, searchAttributes } from '#contract/temporal/names.ts';
import type { WorkflowPause, WorkflowView } from '#contract/temporal/workflow-view.ts';
import { withinDeadline } from './within-deadline.ts';

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const waitsForKey = keyword(searchAttributes.waitsFor);
const pendingPatchKey = keyword(searchAttributes.pendingPatch);
const pendingCallKey = keyword(searchAttributes.pendingCall);

/** How a workflow ends after its run has ended. Its own faults do not close it: its tasks are retried. */
const endedByThemselves = new Set(['COMPLETED', 'CANCELLED', 'FAILED']);
const closedStatuses = new Set([...endedByThemselves, 'TERMINATED', 'TIMED_OUT']);

/**
 * What Temporal itself knows of the workflow of a run. Unlike visibility, this does not lag.
 * @throws if Temporal does not respond in time
 */
export async function viewWorkflow(client: Client, runId: string, timeoutMs: number): Promise<WorkflowView> {
  const handle = client.workflow.getHandle(runWorkflowId(runId));
  try {
    return toView(await withinDeadline(client, timeoutMs, async () => await handle.describe()));
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { is: 'unknown' };
    throw error;
  }
}

function toView(described: WorkflowExecutionDescription): WorkflowView {
  const { status, raw } = described;
  if (endedByThemselves.has(status.name)) return { is: 'closed', completed: true };
  if (closedStatuses.has(status.name)) return { is: 'closed' };
  const { pendingActivities, pendingWorkflowTask } = raw;
  const isIdle = status.name === 'RUNNING' && !pendingActivities?.length && !pendingWorkflowTask;
  if (!isIdle) return { is: 'working' };
  const paused_for = pauseOf(described);
  return paused_for === undefined ? { is: 'waiting' } : { is: 'waiting', paused_for };
}

function pauseOf({ typedSearchAttributes }: WorkflowExecutionDescription): WorkflowPause | undefined {
  const kind = pauseKinds.find((each) => each === typedSearchAttributes.get(waitsForKey));
  if (kind === undefined) return undefined;
  const tool_call_id = typedSearchAttributes.get(pendingCallKey);
  return {
    kind,
    patch_ref: typedSearchAttributes.get(pendingPatchKey) ?? '',
    ...defined({ tool_call_id }),
  };
}
