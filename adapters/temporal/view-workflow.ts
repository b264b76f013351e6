import { type Client, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { pauseKinds } from '#contract/run-state.ts';
import { runWorkflowId, searchAttributes } from '#contract/temporal/names.ts';
import type { WorkflowPause, WorkflowView } from '#contract/temporal/workflow-view.ts';
import { hasDiverged } from './diverged-history.ts';
import { isIdle } from './is-idle.ts';
import { withinDeadline } from './within-deadline.ts';

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const waitsForKey = keyword(searchAttributes.waitsFor);
const pendingPatchKey = keyword(searchAttributes.pendingPatch);
const pendingCallKey = keyword(searchAttributes.pendingCall);

/** How a workflow ends after its run has ended. Its own faults do not close it: its tasks are retried. */
const endedByThemselves = new Set(['COMPLETED', 'CANCELLED', 'FAILED']);
const closedStatuses = new Set([...endedByThemselves, 'TERMINATED', 'TIMED_OUT']);

/** A task that failed once may succeed when the worker has read the whole history. One that failed twice does not. */
const attemptsBeforeLook = 3;
/** How many of the newest events are read. Signals that came meanwhile are among them. */
const newestEvents = 200;

/**
 * Temporal's own view of a run's workflow. Unlike visibility, this does not lag.
 * @throws if Temporal does not respond in time
 */
export async function viewWorkflow(client: Client, runId: string, timeoutMs: number): Promise<WorkflowView> {
  const handle = client.workflow.getHandle(runWorkflowId(runId));
  try {
    return await withinDeadline(client, timeoutMs, async () => {
      const described = await handle.describe();
      const view = toView(described);
      const keepsFailing = (described.raw.pendingWorkflowTask?.attempt ?? 0) >= attemptsBeforeLook;
      if (view.is !== 'working' || !keepsFailing) return view;
      return (await isDiverged(client, described)) ? { is: 'diverged', execution: described.runId } : view;
    });
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { is: 'unknown' };
    throw error;
  }
}

async function isDiverged(
  { workflowService, options }: Client,
  { workflowId, runId }: WorkflowExecutionDescription,
): Promise<boolean> {
  const { history } = await workflowService.getWorkflowExecutionHistoryReverse({
    namespace: options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: newestEvents,
  });
  return hasDiverged(history?.events ?? []);
}

function toView(described: WorkflowExecutionDescription): WorkflowView {
  const { status } = described;
  if (endedByThemselves.has(status.name)) return { is: 'closed', completed: true };
  if (closedStatuses.has(status.name)) return { is: 'closed' };
  if (!isIdle(described)) return { is: 'working' };
  const paused_for = pauseOf(described);
  return paused_for === undefined ? { is: 'waiting' } : { is: 'waiting', paused_for };
}

function pauseOf({ typedSearchAttributes }: WorkflowExecutionDescription): WorkflowPause | undefined {
  const kind = pauseKinds.find((each) => each === typedSearchAttributes.get(waitsForKey));
  const tool_call_id = typedSearchAttributes.get(pendingCallKey);
  if (kind === undefined || tool_call_id === undefined) return undefined;
  return { kind, patch_ref: typedSearchAttributes.get(pendingPatchKey) ?? '', tool_call_id };
}
