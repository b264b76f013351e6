import { expect, it } from 'vitest';
import { releaseDelivered } from '#store/events/undelivered.ts';
import { defaultRetention } from '#store/mongo/indexes.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startService } from '../../support/service.ts';
import { attemptsAt, createEndpoint, startReceiver } from '../../support/webhook-receiver.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const day = 24 * 60 * 60 * 1000;
/** MongoDB looks every minute for what it has to remove. */
const removal = { timeout: 200_000, interval: 1000 };

/** A second attempt comes after more than eight minutes. */
const service = perFile(() => startService({ webhookRetryScale: 100 }));
const receiver = perTest(startReceiver);
/** A run whose last event an endpoint has refused once. */
async function refusedOnce() {
  const { client } = await service.workspace({ subject: 'ada' });
  const { id } = await createEndpoint(client, receiver.url, { events: ['run.completed'] });
  receiver.answer = ({ event }, response) => {
    const times = receiver.deliveries.filter((delivery) => delivery.event.id === event.id).length;
    response.writeHead(times === 1 ? 500 : 204).end();
  };
  const run = await converse(client, await startThread(client), 'Hello');
  const [attempt] = await attemptsAt(client, id, 1);
  return { client, id, run, event_id: attempt?.event_id ?? '' };
}

const neverOver = () => false;
const isKept = async (_id: string) =>
  (await service.db.events.findOne({ _id }))?.undelivered_at !== undefined;

/** As if an event had last been looked at so many days ago. */
const lookedAt = async (_id: string, days: number) =>
  await service.db.events.updateOne({ _id }, { $set: { undelivered_at: new Date(Date.now() - days * day) } });

it('[webhook.delivery.keeps-event] an old event stays, and can be read, while a delivery of it waits for another attempt; others of its age are removed', async () => {
  const { client, run, event_id } = await refusedOnce();
  const of = { run_id: run.id };
  const old = new Date(Date.now() - (defaultRetention.eventDays + 1) * day);
  const [first, ...rest] = await eventsOf(service.db, run.id);
  expect(rest.length).toBeGreaterThan(0);
  await service.db.events.updateMany(of, { $set: { created_at: old } });
  await expect
    .poll(async () => await service.db.events.countDocuments({ _id: first?._id ?? '' }), removal)
    .toBe(0);
  expect((await service.db.events.find(of).toArray()).map(({ _id }) => _id)).toEqual([event_id]);
  expect((await client.get(`/v1/events/${event_id}`)).status).toBe(200);
});

it('[webhook.delivery.keeps-event] an event is let go once it is delivered, and kept for as long as it is not', async () => {
  const [delivered, waiting] = [await refusedOnce(), await refusedOnce()];
  await service.db.pending_deliveries.deleteMany({ event_id: delivered.event_id });
  for (const { event_id } of [delivered, waiting]) await lookedAt(event_id, 2);
  expect(await releaseDelivered(service.db, new Date(), neverOver)).toBeGreaterThan(0);
  expect([await isKept(delivered.event_id), await isKept(waiting.event_id)]).toEqual([false, true]);
  // It is looked at again a day later, so that it does not hold up others.
  expect(await releaseDelivered(service.db, new Date(), neverOver)).toBe(0);
  expect(await releaseDelivered(service.db, new Date(Date.now() + 2 * day), neverOver)).toBe(0);
  expect(await isKept(waiting.event_id)).toBe(true);
});

it('[webhook.delivery.keeps-event] [webhook.redeliver] an event that is delivered again is kept, and is 404 once it is gone', async () => {
  const { client, id, run } = await refusedOnce();
  const event_id = (await eventsOf(service.db, run.id))[0]?._id ?? '';
  expect(await isKept(event_id)).toBe(false);
  await client.post(`/v1/webhook-endpoints/${id}/redeliver`, { event_id });
  expect(await isKept(event_id)).toBe(true);
  await service.db.events.deleteOne({ _id: event_id });
  expect((await client.post(`/v1/webhook-endpoints/${id}/redeliver`, { event_id })).status).toBe(404);
});
