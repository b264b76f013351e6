import { beforeEach, expect, it } from 'vitest';
import type { WebhookAttempt } from '#contract/webhook-attempt.ts';
import type { WebhookEndpoint } from '#contract/webhook-endpoint.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { WebhookEndpointDocument } from '#store/documents/webhook-endpoint.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { startService } from '../../support/service.ts';
import { attemptsAt, createEndpoint, patchEndpoint, startReceiver } from '../../support/webhook-receiver.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const day = 24 * 60 * 60 * 1000;
/** All attempts at an event. */
const tries = 10;

/** 24 hours become less than a second. */
const service = perFile(() => startService({ webhookRetryScale: 0.00001 }));
const receiver = perTest(startReceiver);
beforeEach(() => {
  receiver.answer = (_, response) => response.writeHead(500).end();
});

/** An endpoint of a workspace with a thread, as if it had been failing since so many days, and so many ago. */
async function failing(since: number, latest: number) {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  const thread = await startThread(client);
  const known = await noteFailures(id, since, latest);
  return { client, id, thread, ...known };
}

/** Stores that deliveries have been failing for so many days, most recently so many days ago. */
async function noteFailures(id: string, since: number, latest: number) {
  const set = {
    failing_since: new Date(Date.now() - since * day),
    failed_at: new Date(Date.now() - latest * day),
  } satisfies Partial<WebhookEndpointDocument>;
  await service.db.webhook_endpoints.updateOne({ _id: id }, { $set: set });
  // The cached value must not be older.
  await expect.poll(async () => (await cached(id))?.failed_at).toEqual(set.failed_at);
  return set;
}

async function cached(id: string): Promise<WebhookEndpointDocument | undefined> {
  const workspace = (await service.db.webhook_endpoints.findOne({ _id: id }))?.workspace_id ?? '';
  return (await service.db.enabledEndpoints.of(workspace)).find(({ _id }) => _id === id);
}

const endpointOf = async (client: ApiClient, id: string) =>
  (await client.get<WebhookEndpoint>(`/v1/webhook-endpoints/${id}`)).data;

it('[webhook.delivery.always-failing] after five days of failures, an endpoint is disabled once an event has used up its attempts, though a test succeeded', async () => {
  const { client, id, thread } = await failing(5.1, 0.5);
  receiver.answer = (_, response, count) => response.writeHead(count === 1 ? 204 : 500).end();
  const { data } = await client.post<WebhookAttempt>(`/v1/webhook-endpoints/${id}/test`);
  expect(data).toMatchObject({ status: 'succeeded' });
  await converse(client, thread, 'Hello');
  await waitUntil(async () => !(await endpointOf(client, id)).enabled, {
    timeoutMs: 120_000,
    what: 'the endpoint is disabled',
  });
  expect(await endpointOf(client, id)).toMatchObject({ disabled_reason: 'failing' });
  expect(await attemptsAt(client, id, 1 + tries)).toHaveLength(1 + tries);
  const pending = async () => await service.db.pending_deliveries.countDocuments({ endpoint_id: id });
  await expect.poll(pending).toBe(0);
  await patchEndpoint(client, id, { enabled: true });
  expect(await endpointOf(client, id)).not.toHaveProperty('failing_since');
});

it('[webhook.delivery.always-failing] a failed test, six quiet days and one 500 neither disable an endpoint nor drop an event', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  const thread = await startThread(client);
  const { data } = await client.post<WebhookAttempt>(`/v1/webhook-endpoints/${id}/test`);
  expect(data).toMatchObject({ status: 'failed' });
  expect(await endpointOf(client, id)).not.toHaveProperty('failing_since');
  // As if a delivery had failed then.
  const { failing_since } = await noteFailures(id, 6, 6);
  receiver.answer = (_, response, count) => response.writeHead(count === 2 ? 500 : 204).end();
  await converse(client, thread, 'Hello');
  const attempts = await attemptsAt(client, id, 3);
  expect(attempts.map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded']);
  const { enabled, failing_since: since = '' } = await endpointOf(client, id);
  expect(enabled).toBe(true);
  expect(since).not.toBe(failing_since.toISOString());
});

it('[webhook.delivery.always-failing] six quiet days start the count anew, though an event uses up its attempts', async () => {
  const { client, id, thread, failing_since } = await failing(12, 6);
  await converse(client, thread, 'Hello');
  await attemptsAt(client, id, tries);
  const endpoint = await endpointOf(client, id);
  expect(endpoint.enabled).toBe(true);
  expect(Date.parse(endpoint.failing_since ?? '')).toBeGreaterThan(failing_since.getTime() + 11 * day);
});

it('[webhook.delivery.always-failing] [webhook.delivery.gone] a test changes nothing about an endpoint, whatever its receiver answers', async () => {
  const { client, id } = await failing(6, 0.1);
  const before = await endpointOf(client, id);
  for (const status of [500, 410, 204]) {
    receiver.answer = (_, response) => response.writeHead(status).end();
    const { data } = await client.post<WebhookAttempt>(`/v1/webhook-endpoints/${id}/test`);
    expect(data.response_status).toBe(status);
    expect(await endpointOf(client, id)).toEqual(before);
  }
});

it('[webhook.delivery.always-failing] a success of which another process did not know starts the five days anew', async () => {
  const { client, id, thread } = await failing(5.1, 0.5);
  receiver.answer = (_, response) => response.writeHead(204).end();
  await converse(client, thread, 'Hello');
  await attemptsAt(client, id, 1);
  await expect.poll(async () => await endpointOf(client, id)).not.toHaveProperty('failing_since');
  // As if this process had noted the failures before it learned of the success.
  await noteFailures(id, 5.1, 0.5);
  receiver.answer = (_, response) => response.writeHead(500).end();
  await converse(client, thread, 'Hello again');
  await attemptsAt(client, id, 1 + tries);
  await expect.poll(async () => await endpointOf(client, id)).not.toHaveProperty('failing_since');
  expect((await endpointOf(client, id)).enabled).toBe(true);
});
