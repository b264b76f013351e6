import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { webhookWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { pendingDeliveryId } from '#store/mongo/first-deliveries.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';
import { attemptsAt, createEndpoint, patchEndpoint, startReceiver } from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';

let service: TestService;
const receiver = perFile(startReceiver);
/** As if the process had died before its attempts, or as if Temporal were away. */
let dead = false;
let died = 0;
let temporalAway = false;
let unheard = 0;
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
        signal: async (endpoint) => {
          if (temporalAway) {
            unheard += 1;
            throw new Error('Temporal does not answer');
          }
          const { temporal, taskQueue } = service;
          await temporalWebhookWorkflows(temporal, { timeoutMs: 5000, taskQueue }).signal(endpoint);
        },
        endIdle: async (endpoint) => {
          const { temporal, taskQueue } = service;
          await temporalWebhookWorkflows(temporal, { timeoutMs: 5000, taskQueue }).endIdle(endpoint);
        },
      },
    },
  });
});

afterAll(async () => await service.stop());

/** Work in a process that dies before each of so many attempts. */
async function whileDying(attempts: number, work: () => Promise<void>): Promise<void> {
  dead = true;
  died = 0;
  await work();
  // Attempts begin when their events are stored, beside the other work.
  await expect.poll(() => died).toBe(attempts);
  dead = false;
}

/** Sweeps; resolves to how many endpoints were signalled. */
const sweep = async () => {
  const swept = await service.temporal.workflow.execute<() => Promise<{ deliveries: number }>>('sweep', {
    taskQueue: service.taskQueue,
    workflowId: `sweep-${service.taskQueue}-${Math.random()}`,
  });
  return swept.deliveries;
};

const setDue = async (at: number) =>
  await service.db.pending_deliveries.updateMany({}, { $set: { due_at: new Date(at) } });

/** As if what is pending had been due for long. */
const overdue = async () => await setDue(0);

const pendingAt = async (endpoint_id: string) =>
  await service.db.pending_deliveries.find({ endpoint_id }).toArray();

it('[webhook.delivery.stored-with-event] what nobody attempted to deliver is delivered by the sweep, once, and then nothing is pending', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.started', 'run.completed'] });
  let run = '';
  await whileDying(2, async () => {
    run = (await converse(client, await startThread(client), 'Hello')).id;
  });
  // Too early, however slow this machine is: the process that stored them may be at it.
  await setDue(Date.now() + 18_000_000);
  expect(await sweep()).toBe(0);
  await overdue();
  expect(await sweep()).toBe(1);
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 'succeeded'],
    [1, 'succeeded'],
  ]);
  const delivered = receiver.deliveries.map(({ event }) => `${event.run_id} ${event.type}`);
  expect(delivered.toSorted()).toEqual([`${run} run.completed`, `${run} run.started`]);
  expect(await pendingAt(id)).toEqual([]);
  expect(await sweep()).toBe(0);
});

it('[webhook.delivery.stored-with-event] an event of a process whose ids are an hour ahead, as its clock once was, is delivered like any other', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  await whileDying(1, async () => void (await converse(client, await startThread(client), 'Hello')));
  const { db } = service;
  const event = await db.events.findOneAndDelete({ type: 'run.completed' }, { sort: { _id: -1 } });
  const pending = await db.pending_deliveries.findOneAndDelete({ endpoint_id: id });
  if (event === null || pending === null) throw new Error('nothing is pending');
  const ahead = `evt_${uuidv7({ msecs: Date.now() + 3_600_000 }).replaceAll('-', '')}`;
  await db.events.insertOne({ ...event, _id: ahead });
  await db.pending_deliveries.insertOne({ ...pending, _id: pendingDeliveryId(id, ahead), event_id: ahead });
  await overdue();
  expect(await sweep()).toBe(1);
  const [attempt] = await attemptsAt(client, id, 1);
  expect(attempt).toMatchObject({ event_id: ahead, status: 'succeeded' });
  expect(Date.parse(attempt?.created_at ?? '')).toBeLessThanOrEqual(Date.now());
});

it('[webhook.endpoint.disabled] nothing is pending of the time before an endpoint was enabled, or asked for these events', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { enabled: false });
  const other = await createEndpoint(client, receiver.url, { events: ['run.failed'] });
  const before = receiver.deliveries.length;
  await whileDying(0, async () => void (await converse(client, await startThread(client), 'Hello')));
  await patchEndpoint(client, id, { enabled: true });
  await patchEndpoint(client, other.id, { events: ['*'] });
  expect([...(await pendingAt(id)), ...(await pendingAt(other.id))]).toEqual([]);
  await overdue();
  expect(await sweep()).toBe(0);
  expect(receiver.deliveries).toHaveLength(before);
});

it('[webhook.endpoint.disabled] what is pending for an endpoint that is disabled or deleted by then is dropped', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const disabled = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  const deleted = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  await whileDying(2, async () => void (await converse(client, await startThread(client), 'Hello')));
  const pending = await service.db.pending_deliveries.find().toArray();
  expect(new Set(pending.map(({ endpoint_id }) => endpoint_id))).toEqual(new Set([disabled.id, deleted.id]));
  await patchEndpoint(client, disabled.id, { enabled: false });
  await client.send('DELETE', `/v1/webhook-endpoints/${deleted.id}`);
  expect(await service.db.pending_deliveries.countDocuments()).toBe(0);
  // As if a process without knowledge of it had stored them.
  const before = receiver.deliveries.length;
  await service.db.pending_deliveries.insertMany(pending);
  await overdue();
  expect(await sweep()).toBe(2);
  await waitUntil(async () => (await service.db.pending_deliveries.countDocuments()) === 0, {
    timeoutMs: 120_000,
    what: 'nothing is pending',
  });
  expect(receiver.deliveries).toHaveLength(before);
});

it('[webhook.delivery.durable] what failed while Temporal was away is tried again when it is back', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  const before = receiver.deliveries.length;
  receiver.answer = (_, response, count) => response.writeHead(count === before + 1 ? 500 : 204).end();
  temporalAway = true;
  await converse(client, await startThread(client), 'Hello');
  await attemptsAt(client, id, 1);
  // The process that made the attempt has signalled Temporal in vain, and does not repeat it.
  await expect.poll(() => unheard).toBe(1);
  await overdue();
  expect(await sweep()).toBe(0);
  expect(await attemptsAt(client, id, 1)).toHaveLength(1);
  temporalAway = false;
  expect(await sweep()).toBe(1);
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

it('[webhook.delivery.stored-with-event] a workflow that does nothing although a delivery is overdue is replaced', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  await whileDying(1, async () => void (await converse(client, await startThread(client), 'Hello')));
  await setDue(Date.now() + 18_000_000);
  // As after a first attempt: the workflow has the timer of the next one.
  await service.db.pending_deliveries.updateMany({ endpoint_id: id }, { $unset: { unattempted: '' } });
  const { temporal, taskQueue } = service;
  const { workspace_id = '' } = (await service.db.pending_deliveries.findOne({ endpoint_id: id })) ?? {};
  await temporalWebhookWorkflows(temporal, { timeoutMs: 5000, taskQueue }).signal({
    endpoint_id: id,
    workspace_id,
  });
  const workflow = temporal.workflow.getHandle(webhookWorkflowId(id));
  const isIdle = async () => {
    const { raw, historyLength } = await workflow.describe();
    return historyLength > 10 && !raw.pendingActivities?.length && !raw.pendingWorkflowTask;
  };
  await waitUntil(isIdle, { timeoutMs: 60_000, what: 'the workflow waits' });
  const { runId } = await workflow.describe();
  await overdue();
  expect(await sweep()).toBe(1);
  expect(await attemptsAt(client, id, 1)).toMatchObject([{ status: 'succeeded' }]);
  const first = await temporal.workflow.getHandle(webhookWorkflowId(id), runId).describe();
  expect(first.status.name).toBe('TERMINATED');
});
