import { expect, it } from 'vitest';
import { webhookWorkflowId } from '#contract/temporal/names.ts';
import type { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { startService } from '../../support/service.ts';
import {
  attemptsAt,
  createEndpoint,
  patchEndpoint,
  startReceiver,
  verified,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts';
import { perFile, perTest } from '../../support/per-file.ts';

/** 5 seconds become 50 milliseconds, 5 minutes 3 seconds. */
const webhookRetryScale = 0.01;

const service = perFile(() => startService({ webhookRetryScale }));
const receiver = perTest(startReceiver);
const ended = ['run.completed'];
const answerWith =
  (status: number, headers = {}): WebhookReceiver['answer'] =>
  (_, response) =>
    response.writeHead(status, headers).end();

const endpointOf = async (client: ApiClient, id: string) =>
  (await client.get<WebhookEndpoint>(`/v1/webhook-endpoints/${id}`)).data;

const workflowEnds = async (id: string) =>
  await service.temporal.workflow.getHandle(webhookWorkflowId(id)).result();

it('[webhook.delivery.schedule] [webhook.delivery.success] [event.id] what fails is tried again under the same id until it succeeds, after the scaled delays', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id, secret } = await createEndpoint(client, receiver.url, { events: ended });
  receiver.answer = (_, response, count) => response.writeHead(count < 3 ? 500 : 200).end();
  await converse(client, await startThread(client), 'Hello');
  const attempts = await attemptsAt(client, id, 3);
  expect(attempts.map(({ attempt, status, response_status }) => [attempt, status, response_status])).toEqual([
    [1, 'failed', 500],
    [2, 'failed', 500],
    [3, 'succeeded', 200],
  ]);
  const events = receiver.deliveries.map((delivery) => verified(delivery, secret));
  expect(new Set(events.map((event) => event.id)).size).toBe(1);
  // Each is due so long after the one before it was answered, and comes then, or as much later as the machine is busy.
  const at = receiver.deliveries.map((delivery) => delivery.at);
  const due = attempts.map(({ next_attempt_at = '' }) => Date.parse(next_attempt_at));
  expect(due).toEqual([expect.any(Number), expect.any(Number), NaN]);
  for (const [index, delayMs] of [50, 3000].entries()) {
    expect((due[index] ?? 0) - (at[index] ?? 0)).toBeGreaterThanOrEqual(delayMs);
    expect(at[index + 1]).toBeGreaterThanOrEqual(due[index] ?? Infinity);
  }
  const stamps = receiver.deliveries.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(stamps[2]).toBeGreaterThan(stamps[0] ?? 0);
  await workflowEnds(id);
  expect(await service.db.pending_deliveries.countDocuments({ endpoint_id: id })).toBe(0);
});

it('[webhook.delivery.retry-after] Retry-After puts the next attempt off', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ended });
  receiver.answer = (_, response, count) =>
    count === 1 ? response.writeHead(503, { 'retry-after': '2' }).end() : response.writeHead(204).end();
  await converse(client, await startThread(client), 'Hello');
  await attemptsAt(client, id, 2);
  const [first, second] = receiver.deliveries.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(2000);
});

it('[webhook.delivery.success] a redirect is a failure and is not followed', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const other = await startReceiver();
  const { id } = await createEndpoint(client, receiver.url, { events: ended });
  receiver.answer = answerWith(307, { location: other.url });
  await converse(client, await startThread(client), 'Hello');
  const [attempt] = await attemptsAt(client, id, 1);
  expect(attempt).toMatchObject({ status: 'failed', response_status: 307 });
  expect(other.deliveries).toEqual([]);
  await other.stop();
});

it('[webhook.delivery.gone] a 410 disables the endpoint at once', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ended });
  receiver.answer = answerWith(410);
  const thread = await startThread(client);
  await converse(client, thread, 'one');
  const [attempt] = await attemptsAt(client, id, 1);
  expect(attempt).toMatchObject({ status: 'failed', response_status: 410 });
  expect(attempt).not.toHaveProperty('next_attempt_at');
  await waitUntil(async () => !(await endpointOf(client, id)).enabled, {
    timeoutMs: 120_000,
    what: 'the endpoint is disabled',
  });
  expect(await endpointOf(client, id)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  await converse(client, thread, 'two');
  receiver.answer = answerWith(204);
  await patchEndpoint(client, id, { enabled: true });
  expect(await endpointOf(client, id)).not.toHaveProperty('disabled_reason');
  const third = await converse(client, thread, 'three');
  const deliveries = await receiver.received('run.completed', 2);
  expect(deliveries.map(({ event }) => event.run_id)).toEqual([expect.any(String), third.id]);
});

it('[webhook.delivery.success] a failing endpoint that recovers is healthy again', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ended });
  receiver.answer = (_, response, count) => response.writeHead(count === 1 ? 500 : 204).end();
  await converse(client, await startThread(client), 'Hello');
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  await waitUntil(async () => (await endpointOf(client, id)).failing_since === undefined, {
    timeoutMs: 120_000,
    what: 'the endpoint is healthy',
  });
});

it('an endpoint that is deleted while something is pending for it gets nothing more', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ended });
  const asked = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  // The second attempt is under way until then, so that no third one comes before.
  receiver.answer = (delivery, response, count) => {
    if (count === 1) return answerWith(500)(delivery, response, count);
    asked.resolve();
    void deleted.promise.then(() => response.writeHead(500).end());
  };
  await converse(client, await startThread(client), 'Hello');
  await asked.promise;
  await client.send('DELETE', `/v1/webhook-endpoints/${id}`);
  deleted.resolve();
  await workflowEnds(id);
  expect(receiver.deliveries).toHaveLength(2);
});
