import { expect, it } from 'vitest';
import type { WebhookAttempt, WebhookDelivery } from '#contract/webhook-attempt.ts';
import { actingPatch, publishActing } from '../../support/acting.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import {
  attemptsAt,
  createEndpoint,
  patchEndpoint,
  startReceiver,
  verified,
} from '../../support/webhook-receiver.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const service = perFile(() => startService({ webhookRetryScale: 0.01 }));
const receiver = perTest(startReceiver);
const path = (id: string, action: string) => `/v1/webhook-endpoints/${id}/${action}`;

it('[webhook.test] a test sends a sample of run.completed whose source is the endpoint, and answers with the attempt', async () => {
  const { client, id: workspace_id } = await service.workspace();
  const { id, secret } = await createEndpoint(client, receiver.url, { events: ['run.failed'] });
  const answer = await client.post<WebhookAttempt>(path(id, 'test'));
  const [delivery] = receiver.deliveries;
  if (delivery === undefined) throw new Error('nothing was received');
  const event = verified(delivery, secret);
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: 'run.completed',
    created_at: expect.any(String),
    seq: null,
    origin: 'api',
    source: { kind: 'endpoint', id },
    parent: null,
    context: { workspace_id },
    data: { state: 'closed', cost_credits: 0, reason: 'finished' },
  });
  expect(answer.status).toBe(200);
  expect(answer.data).toEqual({
    id: expect.any(String),
    test: true,
    event_id: event.id,
    event_type: 'run.completed',
    attempt: 1,
    status: 'succeeded',
    response_status: 204,
    duration_ms: expect.any(Number),
    created_at: expect.any(String),
  });
  expect(await attemptsAt(client, id, 1)).toEqual([answer.data]);
});

it('[webhook.test] a test is made of an endpoint that is disabled too, without data where it wants ids only, and is not retried', async () => {
  const { client } = await service.workspace();
  const { id } = await createEndpoint(client, receiver.url, { enabled: false, ids_only: true });
  receiver.answer = (_, response) => response.writeHead(500).end();
  const { data } = await client.post<WebhookAttempt>(path(id, 'test'));
  expect(data).toMatchObject({ status: 'failed', response_status: 500 });
  expect(data).not.toHaveProperty('next_attempt_at');
  expect(receiver.deliveries[0]?.event).not.toHaveProperty('data');
  expect(await service.db.pending_deliveries.countDocuments({ endpoint_id: id })).toBe(0);
});

it('[webhook.redeliver] the sample of a test is sent again as it was, once, even to a disabled endpoint', async () => {
  const { client } = await service.workspace();
  const { id, secret } = await createEndpoint(client, receiver.url, { enabled: false });
  receiver.answer = (_, response) => response.writeHead(500).end();
  const { data } = await client.post<WebhookAttempt>(path(id, 'test'));
  const answer = await client.post(path(id, 'redeliver'), { event_id: data.event_id });
  expect([answer.status, answer.data]).toEqual([200, { event_id: data.event_id }]);
  const [first, second] = receiver.deliveries.map((delivery) => verified(delivery, secret));
  expect(second).toEqual(first);
  const attempts = await attemptsAt(client, id, 2);
  expect(attempts.map(({ attempt, test }) => [attempt, test])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(await service.db.pending_deliveries.countDocuments({ endpoint_id: id })).toBe(0);
  const other = await createEndpoint(client, receiver.url);
  expect(verdict(await client.post(path(other.id, 'redeliver'), { event_id: data.event_id }))).toEqual([
    404,
    'not_found',
  ]);
});

it('[webhook.delivery.get] an attempt is shown with its event, run, body and the beginning of the response, in which the secret is hidden', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id, secret } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  const bare = secret.replace('whsec_', '');
  receiver.answer = (_, response) =>
    response.end(`{"signed with":["${secret}","${bare}"]} ${'é'.repeat(5000)}`);
  const run = await converse(client, await startThread(client), 'Hello');
  const [attempt] = await attemptsAt(client, id, 1);
  if (attempt === undefined) throw new Error('nothing was attempted');
  expect(attempt).toMatchObject({ event_type: 'run.completed', run_id: run.id });
  const place = path(id, `deliveries/${attempt.id}`);
  const { data } = await client.ofWorkspace().get<WebhookDelivery>(place);
  expect(data).toEqual({
    ...attempt,
    request: { body: receiver.deliveries[0]?.body },
    response: expect.any(Object),
  });
  expect(data.response?.body).toMatch(/^\{"signed with":\["\[redacted\]","\[redacted\]"\]\} é+$/);
  expect([data.response?.body.length, data.response?.truncated]).toEqual([4096, true]);

  const other = await service.workspace({ subject: 'ada' });
  expect(verdict(await other.client.get(place))).toEqual([404, 'not_found']);
  const another = await createEndpoint(client, receiver.url);
  expect(verdict(await client.get(path(another.id, `deliveries/${attempt.id}`)))).toEqual([404, 'not_found']);
  // Once the event is no longer kept, neither is what was sent.
  await service.db.events.deleteOne({ _id: attempt.event_id });
  expect((await client.get<WebhookDelivery>(place)).data).not.toHaveProperty('request');
});

it('[webhook.delivery.get] what was sent is shown as it was sent: a sample, and ids without their data', async () => {
  const { client } = await service.workspace();
  const { id } = await createEndpoint(client, receiver.url, { ids_only: true });
  const { data: attempt } = await client.post<WebhookAttempt>(path(id, 'test'));
  await patchEndpoint(client, id, { ids_only: false });
  const { data } = await client.get<WebhookDelivery>(path(id, `deliveries/${attempt.id}`));
  expect(data).toEqual({ ...attempt, request: { body: receiver.deliveries[0]?.body } });
});

it('[webhook.redeliver] an event is delivered again under the same id, and tried again when that fails', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id, secret } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  await converse(client, await startThread(client), 'Hello');
  const [first] = await attemptsAt(client, id, 1);
  const event_id = first?.event_id;
  receiver.answer = (_, response, count) => response.writeHead(count === 2 ? 500 : 204).end();
  const answer = await client.post(path(id, 'redeliver'), { event_id });
  expect([answer.status, answer.data]).toEqual([200, { event_id }]);
  const attempts = await attemptsAt(client, id, 3);
  expect(attempts.map((made) => [made.event_id, made.attempt, made.status])).toEqual([
    [event_id, 1, 'succeeded'],
    [event_id, 2, 'failed'],
    [event_id, 3, 'succeeded'],
  ]);
  const events = receiver.deliveries.map((delivery) => verified(delivery, secret));
  expect(events).toEqual([events[0], events[0], events[0]]);
});

it('[webhook.redeliver] an event that waits for its next attempt is delivered at once', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  receiver.answer = (_, response, count) =>
    count === 1 ? response.writeHead(503, { 'retry-after': '3600' }).end() : response.writeHead(204).end();
  await converse(client, await startThread(client), 'Hello');
  const [first] = await attemptsAt(client, id, 1);
  await client.post(path(id, 'redeliver'), { event_id: first?.event_id });
  const [, second] = await attemptsAt(client, id, 2);
  expect(second).toMatchObject({ event_id: first?.event_id, attempt: 2, status: 'succeeded' });
});

it('[webhook.redeliver] what is not there, not deliverable or not enabled is not redelivered', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const other = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url);
  const theirs = await converse(other.client, await startThread(other.client), 'Hello');
  const agent = await publishActing(client, undefined, [actingPatch('look')]);
  const script = '/call show_block {"kind":"card","payload":{}}\n---\n/say done';
  const ours = await converse(client, await startThread(client, agent.id), script);
  const [foreign] = await eventsOf(service.db, theirs.id);
  const events = await eventsOf(service.db, ours.id);
  const block = events.find(({ type }) => type === 'message.block');
  const redeliver = async (event_id: unknown) =>
    verdict(await client.post(path(id, 'redeliver'), { event_id }));
  expect(await redeliver(foreign?._id)).toEqual([404, 'not_found']);
  expect(await redeliver(`evt_${'0'.repeat(32)}`)).toEqual([404, 'not_found']);
  expect(await redeliver('evt_x')).toEqual([422, 'invalid_request']);
  expect(await redeliver(undefined)).toEqual([422, 'invalid_request']);
  expect(await redeliver(block?._id)).toEqual([422, 'invalid_request']);
  await patchEndpoint(client, id, { enabled: false });
  expect(await redeliver(events[0]?._id)).toEqual([409, 'webhook_endpoint_disabled']);
});

it('[webhook.delivery.list] attempts are listed newest first, page by page', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url);
  await converse(client, await startThread(client), 'Hello');
  const attempts = await attemptsAt(client, id, 3);
  const pages = await walk<WebhookAttempt>(client, `${path(id, 'deliveries')}?limit=2`);
  expect(pages.map(({ data }) => data.length)).toEqual([2, 1]);
  expect(pages.flatMap(({ data }) => data)).toEqual(attempts.toReversed());
  const another = await createEndpoint(client, receiver.url);
  const cursor = pages[0]?.pagination.next_cursor;
  expect(verdict(await client.get(`${path(another.id, 'deliveries')}?cursor=${cursor}`))).toEqual([
    422,
    'invalid_cursor',
  ]);
});
