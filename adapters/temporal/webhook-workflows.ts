import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import {
  searchAttributes,
  signalNames,
  taskQueue as serviceTaskQueue,
  type WebhookDeliveryInput,
  webhookWorkflowId,
  workflowTypes,
} from '#contract/temporal/names.ts';
import { isIdle } from './is-idle.ts';
import type { StartOptions } from './run-workflows.ts';
import { withinDeadline } from './within-deadline.ts';

const workspaceKey = defineSearchAttributeKey(searchAttributes.workspace, SearchAttributeType.KEYWORD);

/**
 * The workflows of webhook endpoints in Temporal. Signalling a workflow that does not exist starts it, and an existing
 * one checks at once. Every call rejects if Temporal does not respond in time.
 */
export function temporalWebhookWorkflows(
  client: Client,
  { timeoutMs, taskQueue = serviceTaskQueue }: StartOptions,
) {
  return {
    signal: async (input: WebhookDeliveryInput): Promise<void> => {
      await withinDeadline(client, timeoutMs, async () => {
        await client.workflow.signalWithStart<(input: WebhookDeliveryInput) => Promise<unknown>>(
          workflowTypes.webhookDelivery,
          {
            workflowId: webhookWorkflowId(input.endpoint_id),
            taskQueue,
            args: [input],
            signal: signalNames.deliveryPending,
            signalArgs: [],
            priority: { fairnessKey: input.workspace_id },
            typedSearchAttributes: new TypedSearchAttributes([
              { key: workspaceKey, value: input.workspace_id },
            ]),
            staticSummary: 'Pending deliveries to a webhook endpoint',
            staticDetails: `Endpoint \`${input.endpoint_id}\`, workspace \`${input.workspace_id}\``,
          },
        );
      });
    },
    endIdle: async ({ endpoint_id }: Pick<WebhookDeliveryInput, 'endpoint_id'>): Promise<void> => {
      const workflowId = webhookWorkflowId(endpoint_id);
      await withinDeadline(client, timeoutMs, async () => {
        try {
          const described = await client.workflow.getHandle(workflowId).describe();
          if (!isIdle(described)) return;
          await client.workflow
            .getHandle(workflowId, described.runId)
            .terminate('it did nothing, although deliveries were overdue');
        } catch (error) {
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        }
      });
    },
  };
}
