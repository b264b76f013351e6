import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { oweMissedDeliveries } from '#store/missed-deliveries.ts';
import { converse, startThread } from '#test/support/conversation.ts';
import { startService, type TestService } from '#test/support/service.ts';
import {
  attemptsAt,
  createEndpoint,
  patchEndpoint,
  startReceiver,
  type WebhookReceiver,
} from '#test/support/webhook-receiver.ts';

const second = 1000;
/** Events are first looked for when they are so old, and once more much later. */
const early = 21 * second;
const late = 151 * second;

let service: TestService;
let receiver: WebhookReceiver;
/** As if the process had died before its attempts, or as if Temporal were away. */
let dead = false;
let died = 0;
let temporalAway = false;
beforeAll(async () => {
  const outboundHttp = createOutboundHttp({ allowPrivateAddresses: ['loopback'] });
  service = await startService({
    webhookRetryScale: 0.01,
    webhooks: {
      outboundHttp: {
        send: async (request) => {
          if (!dead) return await outboundHttp.send(request);
          died += 1;
          throw new Error('the process died');
        },
      },
      workflows: {
        wake: async (endpoint) => {
          if (temporalAway) throw new Error('Temporal does not answer');
          const { temporal, taskQueue } = service;
          await temporalWebhookWorkflows(temporal, { timeoutMs: 5000, taskQueue }).wake(endpoint);
        },
      },
    },
  });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

/** Work in a process that dies before each of so many attempts. */
async function whileDying(attempts: number, work: () => Promise<void>): Promise<void> {
  dead = true;
  died = 0;
  await work();
  // Attempts begin when their events are stored, beside what goes on.
  await expect.poll(() => died, { timeout: 20_000 }).toBe(attempts);
  dead = false;
}

const sweep = async () =>
  await service.temporal.workflow.execute('sweep', {
    taskQueue: service.taskQueue,
    workflowId: `sweep-${service.taskQueue}-${Math.random()}`,
  });

/** Looks for what was missed, as if so much time had gone by. */
const lookAfter = async (ms: number) => await oweMissedDeliveries(service.db, new Date(Date.now() + ms));

/** As if what is owed had been due for long. */
const overdue = async () => {
  await service.db.owed_deliveries.updateMany({}, { $set: { due_at: new Date(0) } });
};

it('[webhook.delivery.durable] events that nobody attempted to deliver are found by the sweep, and delivered once', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.started', 'run.completed'] });
  await lookAfter(0);
  let run = '';
  await whileDying(2, async () => {
    run = (await converse(client, await startThread(client), 'Hello')).id;
  });
  // Too early: the process that stored them may be at it.
  expect(await lookAfter(0)).toBe(0);
  expect(await lookAfter(early)).toBe(2);
  expect(await lookAfter(early)).toBe(0);
  await overdue();
  await sweep();
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 'succeeded'],
    [1, 'succeeded'],
  ]);
  const delivered = receiver.deliveries.map(({ event }) => `${event.run_id} ${event.type}`);
  expect(delivered.toSorted()).toEqual([`${run} run.completed`, `${run} run.started`]);
  expect(await lookAfter(late)).toBe(0);
});

it('[webhook.delivery.durable] events are looked for a second time: those of a write that took long are found then', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  await whileDying(1, async () => void (await converse(client, await startThread(client), 'Hello')));
  // As if the first look had gone by before the event was there.
  const after = `evt_${(Date.now() + 1000).toString(16).padStart(12, '0')}`;
  await service.db.sweep_positions.updateOne({ _id: 'webhooks:early' }, { $set: { after } });
  await service.db.sweep_positions.updateOne({ _id: 'webhooks:late' }, { $set: { after: 'evt_' } });
  expect(await lookAfter(early)).toBe(0);
  expect(await lookAfter(late)).toBe(1);
  await overdue();
  await sweep();
  await receiver.received('run.completed', 2);
});

it('[webhook.endpoint.disabled] nothing is owed of the time before an endpoint was enabled, or asked for these events', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { enabled: false });
  const other = await createEndpoint(client, receiver.url, { events: ['run.failed'] });
  await service.db.sweep_positions.deleteMany({});
  await lookAfter(0);
  await converse(client, await startThread(client), 'Hello');
  await patchEndpoint(client, id, { enabled: true });
  await patchEndpoint(client, other.id, { events: ['*'] });
  expect(await lookAfter(late)).toBe(0);
});

it('[webhook.delivery.durable] what failed while Temporal was away is tried again when it is back', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  const before = receiver.deliveries.length;
  receiver.answer = (_, response, count) => response.writeHead(count === before + 1 ? 500 : 204).end();
  temporalAway = true;
  await converse(client, await startThread(client), 'Hello');
  await attemptsAt(client, id, 1);
  await overdue();
  await sweep();
  expect(await attemptsAt(client, id, 1)).toHaveLength(1);
  temporalAway = false;
  await sweep();
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});
