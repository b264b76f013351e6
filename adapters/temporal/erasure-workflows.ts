import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import {
  type ErasureInput,
  erasureWorkflowId,
  searchAttributes,
  taskQueue as serviceTaskQueue,
  workflowTypes,
} from '#contract/temporal/names.ts';
import type { StartOptions } from './run-workflows.ts';
import { withinDeadline } from './within-deadline.ts';

const workspaceKey = defineSearchAttributeKey(searchAttributes.workspace, SearchAttributeType.KEYWORD);

/**
 * The workflows of erasures on Temporal. Starting one that is running changes nothing; one that was ended from outside is
 * started again. Restarting also replaces one that is running. Rejects if Temporal does not answer in time.
 */
export function temporalErasureWorkflows(
  client: Client,
  { timeoutMs, taskQueue = serviceTaskQueue }: StartOptions,
) {
  const start = async (
    input: ErasureInput,
    ifRunning: 'USE_EXISTING' | 'TERMINATE_EXISTING',
  ): Promise<void> => {
    await withinDeadline(client, timeoutMs, async () => {
      await client.workflow.start<(input: ErasureInput) => Promise<unknown>>(workflowTypes.eraseSubject, {
        workflowId: erasureWorkflowId(input.erasure_id),
        workflowIdConflictPolicy: ifRunning,
        taskQueue,
        args: [input],
        priority: { fairnessKey: input.workspace_id },
        typedSearchAttributes: new TypedSearchAttributes([{ key: workspaceKey, value: input.workspace_id }]),
        staticSummary: 'Erasure of a subject',
        staticDetails: `Erasure \`${input.erasure_id}\`, workspace \`${input.workspace_id}\``,
      });
    });
  };
  return {
    start: async (input: ErasureInput) => await start(input, 'USE_EXISTING'),
    restart: async (input: ErasureInput) => await start(input, 'TERMINATE_EXISTING'),
  };
}

export type ErasureWorkflows = ReturnType<typeof temporalErasureWorkflows>;
