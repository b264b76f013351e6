import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import {
  type ResumedInput,
  type RunInput,
  runWorkflowId,
  searchAttributes,
  signalNames,
  taskQueue as serviceTaskQueue,
  workflowTypes,
} from '#contract/temporal/names.ts';
import type { EagerStarts } from './eager-starts.ts';
import { endedFromOutside } from './ended-from-outside.ts';
import { openWorkflows } from './open-workflows.ts';
import { restartDiverged } from './restart-diverged.ts';
import { viewWorkflow } from './view-workflow.ts';
import { withinDeadline } from './within-deadline.ts';

/** Search attributes that operators see and filter by in Temporal's UI. Ids and labels, never content. */
export interface RunLabels {
  run_id: string;
  workspace_id: string;
  thread_id: string;
  agent: { id: string; key: string; name: string };
  seq: number;
}

export interface StartOptions {
  /** How long to wait for Temporal. */
  timeoutMs: number;
  /** Default: the service's own. */
  taskQueue?: string;
}

export interface RunStartOptions extends StartOptions {
  /** Default: the worker that gets the first task of a workflow is Temporal's choice. */
  eagerStarts?: EagerStarts;
}

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const workspaceKey = keyword(searchAttributes.workspace);
const agentKeyKey = keyword(searchAttributes.agentKey);
const threadKey = keyword(searchAttributes.thread);

/**
 * Starts a run's workflow. Starting one that was already started changes nothing.
 * @returns false if it was started before and has ended
 * @throws if Temporal does not respond in time, or refuses
 */
async function startRunWorkflow(
  otherwise: Client,
  labels: RunLabels,
  { timeoutMs, taskQueue = serviceTaskQueue, eagerStarts }: RunStartOptions,
): Promise<boolean> {
  const workflowId = runWorkflowId(labels.run_id);
  const client = eagerStarts?.client ?? otherwise;
  return await withinDeadline(client, timeoutMs, async () => {
    try {
      await client.workflow.start<(input: RunInput) => Promise<unknown>>(workflowTypes.run, {
        workflowId,
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
        taskQueue,
        args: [toRunInput(labels)],
        requestEagerStart: client !== otherwise,
        // Its activities inherit it. Servers without fairness ignore it.
        priority: { fairnessKey: labels.workspace_id },
        typedSearchAttributes: runAttributes(labels),
        staticSummary: `Run of ${labels.agent.name}`,
        staticDetails: `Agent \`${labels.agent.key}\`, thread \`${labels.thread_id}\`, workspace \`${labels.workspace_id}\``,
      });
      return true;
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      const { status } = await client.workflow.getHandle(workflowId).describe();
      return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW';
    }
  });
}

function toRunInput({ run_id, thread_id, agent, seq, workspace_id }: RunLabels): RunInput {
  return { run_id, thread_id, agent_id: agent.id, seq, workspace_id };
}

function runAttributes(labels: RunLabels): TypedSearchAttributes {
  return new TypedSearchAttributes([
    { key: workspaceKey, value: labels.workspace_id },
    { key: agentKeyKey, value: labels.agent.key },
    { key: threadKey, value: labels.thread_id },
  ]);
}

/**
 * The workflows of runs in Temporal. Every call rejects if Temporal does not respond in time. A signal resolves to
 * false if the workflow has ended. `endedFromOutside` lists runs whose workflow an operator or Temporal has ended, and
 * `open` those whose workflow is open.
 */
export function temporalRunWorkflows(client: Client, options: RunStartOptions) {
  const signal = async (runId: string, name: string, ...args: unknown[]): Promise<boolean> => {
    try {
      await withinDeadline(
        client,
        options.timeoutMs,
        async () => await client.workflow.getHandle(runWorkflowId(runId)).signal(name, ...args),
      );
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  };
  return {
    start: async (labels: RunLabels) => await startRunWorkflow(client, labels, options),
    resume: async (runId: string, input: ResumedInput) => await signal(runId, signalNames.resumed, input),
    cancel: async (runId: string) => await signal(runId, signalNames.cancelRequested),
    grantLock: async (runId: string, version?: number) =>
      await signal(runId, signalNames.lockGranted, ...(version === undefined ? [] : [version])),
    lookAgain: async (runId: string) => await signal(runId, signalNames.lookAgain),
    restart: async (runId: string) => await restartDiverged(client, runId, options.timeoutMs),
    view: async (runId: string) => await viewWorkflow(client, runId, options.timeoutMs),
    open: async (limit: number, before?: Date) => await openWorkflows(client, { ...options, limit, before }),
    endedFromOutside: async (since: Date, limit: number) =>
      await endedFromOutside(client, { ...options, since, limit }),
  };
}
