import { expect, it } from 'vitest';
import type { WebhookAttempt } from '#contract/webhook-attempt.ts';
import { actingPatch, publishActing } from '../../support/acting.ts';
import { converse, startThread } from '#client/conversation.ts';
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
    event_id: event.id,
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
