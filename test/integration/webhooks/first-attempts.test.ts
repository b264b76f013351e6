import { expect, it } from 'vitest';
import { webhookWorkflowId } from '#contract/temporal/names.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import {
  attemptsAt,
  createEndpoint,
  patchEndpoint,
  startReceiver,
  verified,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const receiver = perTest(startReceiver);

it('[webhook.signature] [webhook.delivery.success] [event.envelope] every event of a run is delivered once, signed, as the log has it, and no workflow is started for that', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id, secret } = await createEndpoint(client, receiver.url);
  const run = await converse(client, await startThread(client), 'Hello');
  await receiver.received('run.completed');
  const attempts = await attemptsAt(client, id, 3);
  const stored = await eventsOf(service.db, run.id);
  expect(receiver.deliveries.map(({ event }) => event.id).toSorted()).toEqual(stored.map(({ _id }) => _id));
  for (const delivery of receiver.deliveries) {
    const event = verified(delivery, secret);
    expect(delivery.headers['webhook-id']).toBe(event.id);
    expect(delivery.headers['content-type']).toBe('application/json');
    expect((await client.get(`/v1/events/${event.id}`)).data).toEqual(event);
    expect(() => verified({ ...delivery, body: `${delivery.body} ` }, secret)).toThrow(
      'No matching signature',
    );
  }
  expect(attempts.map(({ event_id }) => event_id).toSorted()).toEqual(stored.map(({ _id }) => _id));
  expect(attempts[0]).toEqual({
    id: expect.any(String),
    event_id: expect.any(String),
    event_type: expect.any(String),
    run_id: run.id,
    attempt: 1,
    status: 'succeeded',
    response_status: 204,
    duration_ms: expect.any(Number),
    created_at: expect.any(String),
  });
  const workflow = service.temporal.workflow.getHandle(webhookWorkflowId(id));
  await expect(workflow.describe()).rejects.toThrow(/not found/i);
});

it('[webhook.endpoint.events] an endpoint gets the types that it names, or all but those of realtime', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const other = await startReceiver();
  await createEndpoint(client, receiver.url, { events: ['run.started', 'message.completed'] });
  await createEndpoint(client, other.url);
  const script = '/call show_block {"kind":"card","payload":{"a":1}}\n---\n/say done';
  const agent = await client.post<{ id: string }>('/v1/agents', {
    key: 'blocks',
    name: 'Blocks',
    instructions: '',
    model_class: 'scripted',
    patches: [{ ref: 'show_block@1' }],
  });
  const run = await converse(client, await startThread(client, agent.data.id), script);
  const stored = (await eventsOf(service.db, run.id)).map(({ type }) => type);
  expect(stored).toContain('message.block');
  // Each is sent by itself, in no order.
  const typesAt = ({ deliveries }: WebhookReceiver) => deliveries.map(({ event }) => event.type).toSorted();
  const wanted = stored.filter((type) => type !== 'message.block').toSorted();
  await expect.poll(() => typesAt(other)).toEqual(wanted);
  await expect.poll(() => typesAt(receiver)).toEqual(['message.completed', 'run.started']);
  await other.stop();
});

it('[webhook.endpoint.ids-only] with ids_only the envelope goes without data, signed as it is sent', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { secret } = await createEndpoint(client, receiver.url, { ids_only: true });
  await converse(client, await startThread(client), 'Hello');
  const [delivery] = await receiver.received('message.completed');
  if (delivery === undefined) throw new Error('nothing was received');
  const event = verified(delivery, secret);
  expect(Object.hasOwn(event, 'data')).toBe(false);
  expect(event).toMatchObject({ type: 'message.completed', source: { kind: 'run' }, parent: null });
});

it('[webhook.endpoint.disabled] an endpoint gets events only while it is enabled', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { enabled: false, events: ['run.started'] });
  const other = await startReceiver();
  await createEndpoint(client, other.url);
  const thread = await startThread(client);
  await converse(client, thread, 'one');
  await other.received('run.completed');
  await patchEndpoint(client, id, { enabled: true });
  const second = await converse(client, thread, 'two');
  const [delivery] = await receiver.received('run.started');
  expect(delivery?.event.run_id).toBe(second.id);
  await patchEndpoint(client, id, { enabled: false });
  await converse(client, thread, 'three');
  await other.received('run.completed', 3);
  expect(receiver.deliveries).toHaveLength(1);
  await other.stop();
});

it('[tenancy.cross-workspace] an endpoint gets nothing of another workspace', async () => {
  const one = await service.workspace({ subject: 'ada' });
  const two = await service.workspace({ subject: 'ada' });
  const other = await startReceiver();
  await createEndpoint(one.client, receiver.url);
  await createEndpoint(two.client, other.url);
  await converse(one.client, await startThread(one.client), 'Hello');
  await receiver.received('run.completed');
  expect(other.deliveries).toEqual([]);
  await other.stop();
});
