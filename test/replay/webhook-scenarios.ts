import { webhookWorkflowId } from '#contract/temporal/names.ts';
import type { ApiClient } from '../support/api-client.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { attemptsAt, createEndpoint, startReceiver } from '../support/webhook-receiver.ts';
import type { Scenario } from './scenario.ts';

/** A run whose events go to a receiver that fails the first attempts. Resolves to its endpoint. */
function failing(failures: number, go: (client: ApiClient, endpoint: string) => Promise<unknown>) {
  return async (client: ApiClient): Promise<string> => {
    const receiver = await startReceiver();
    receiver.answer = (_, response, count) => response.writeHead(count <= failures ? 500 : 204).end();
    const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
    await converse(client, await startThread(client), 'Hello');
    await go(client, id);
    await receiver.stop();
    return id;
  };
}

/** The paths of deliveries to webhook endpoints. */
export const webhookScenarios: Scenario[] = [
  {
    name: 'delivered-again',
    play: failing(2, async (client, id) => await attemptsAt(client, id, 3)),
    workflowId: webhookWorkflowId,
  },
  {
    name: 'endpoint-deleted',
    play: failing(99, async (client, id) => {
      await attemptsAt(client, id, 2);
      await client.send('DELETE', `/v1/webhook-endpoints/${id}`);
    }),
    workflowId: webhookWorkflowId,
  },
  {
    name: 'delivery-asked-for',
    play: failing(1, async (client, id) => {
      const [, delivered] = await attemptsAt(client, id, 2);
      await client.post(`/v1/webhook-endpoints/${id}/redeliver`, { event_id: delivered?.event_id });
      await attemptsAt(client, id, 3);
    }),
    workflowId: webhookWorkflowId,
  },
];
