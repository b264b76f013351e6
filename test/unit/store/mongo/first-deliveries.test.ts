import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { requestEvent } from '#store/events/events.ts';
import { newId } from '#store/mongo/ids.ts';
import { firstDeliveries } from '#store/mongo/first-deliveries.ts';
import type { WebhookEndpoint } from '#contract/webhook-endpoint.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const due_at = new Date('2026-01-01T00:00:18.000Z');

const endpoint = (_id: string, events: WebhookEndpoint['events'], workspace_id = 'ours') => ({
  _id,
  workspace_id,
  events,
});

/** An event that has no run: it goes the same way. */
const event = (type: 'extract.completed' | 'message.block', workspace_id = 'ours') =>
  requestEvent({ id: newId(), workspace_id, origin: 'api', product: 'extract' }, { type, data: {} }, now);

it('[webhook.delivery.stored-with-event] [webhook.endpoint.events] each event is pending for each endpoint of its workspace that wants its type', () => {
  const events = [event('extract.completed'), event('message.block'), event('extract.completed', 'theirs')];
  const [first, , foreign] = events;
  const endpoints = [
    endpoint('all', ['*']),
    endpoint('named', ['run.failed', 'extract.completed']),
    endpoint('other', ['run.failed']),
    endpoint('foreign', ['*'], 'theirs'),
  ];
  const delivery = (endpoint_id: string, workspace_id: string, event_id = '') => ({
    _id: `${endpoint_id}:${event_id}`,
    workspace_id,
    endpoint_id,
    event_id,
    attempt: 1,
    retry: 0,
    due_at,
    unattempted: true,
  });
  expect(firstDeliveries(events, endpoints, now)).toEqual([
    delivery('all', 'ours', first?._id),
    delivery('named', 'ours', first?._id),
    delivery('foreign', 'theirs', foreign?._id),
  ]);
});

it('[webhook.delivery.stored-with-event] when it is due follows from the clock, not from the id of its event, which may be ahead', () => {
  const _id = `evt_${uuidv7({ msecs: now.getTime() + 3_600_000 }).replaceAll('-', '')}`;
  const ahead = { ...event('extract.completed'), _id };
  expect(firstDeliveries([ahead], [endpoint('all', ['*'])], now)).toMatchObject([{ event_id: _id, due_at }]);
});

it('without endpoints nothing is pending', () => {
  expect(firstDeliveries([event('extract.completed')], [], now)).toEqual([]);
});
