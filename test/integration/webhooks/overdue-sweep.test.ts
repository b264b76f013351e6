import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newEventId, newId } from '#store/mongo/ids.ts';
import { pendingDeliveryId } from '#store/mongo/first-deliveries.ts';
import type { PendingDeliveryDocument } from '#store/documents/pending-delivery.ts';
import { OverdueSweep } from '#integrations/webhooks/overdue-sweep.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perTest } from '../../support/per-file.ts';

const never = () => false;
/** Woken at once. */
const batch = 16;

const db = perTest(openTestDatabase, dropDatabase);
const signalled: string[] = [];
let temporalAway = false;
const signal = async ({ endpoint_id }: { endpoint_id: string }) => {
  signalled.push(endpoint_id);
  return await Promise.resolve(!temporalAway);
};
beforeEach(() => {
  signalled.length = 0;
  temporalAway = false;
  // Deliveries that are not overdue do not become so while a test runs.
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function pendingFor(endpoint_id: string, dueInMs: number): PendingDeliveryDocument {
  const event_id = newEventId();
  const due_at = new Date(Date.now() + dueInMs);
  const ids = { workspace_id: newId(), endpoint_id, event_id };
  return { _id: pendingDeliveryId(endpoint_id, event_id), ...ids, attempt: 1, retry: 0, due_at };
}

/** So many endpoints with something overdue; resolves to their ids. */
async function overdueEndpoints(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await db.pending_deliveries.insertMany(ids.map((id) => pendingFor(id, -10_000)));
  return ids;
}

it('every endpoint with something overdue is signalled once, however much is pending for one of them', async () => {
  const ids = await overdueEndpoints(40);
  const [busy = ''] = ids;
  const many = Array.from({ length: 300 }, () => pendingFor(busy, -60_000));
  await db.pending_deliveries.insertMany(many);
  // Not due, and due just now: their workflows are at it.
  await db.pending_deliveries.insertMany([pendingFor(newId(), 10_000), pendingFor(newId(), -500)]);
  expect(await new OverdueSweep(db, signal).run(never)).toBe(40);
  expect(signalled).toEqual(ids);
});

it('one that runs out of time is gone on with by the next, which comes to all the others first', async () => {
  const ids = await overdueEndpoints(40);
  const sweep = new OverdueSweep(db, signal);
  for (const done of [16, 32]) {
    let found = 0;
    expect(await sweep.run(() => (found += 1) >= batch)).toBe(batch);
    expect(signalled).toEqual(ids.slice(0, done));
  }
  // As if the others had been delivered to meanwhile.
  await db.pending_deliveries.deleteMany({ endpoint_id: { $in: ids.slice(3, 32) } });
  signalled.length = 0;
  expect(await sweep.run(never)).toBe(8 + 3);
  expect(signalled).toEqual([...ids.slice(32), ...ids.slice(0, 3)]);
  signalled.length = 0;
  expect(await sweep.run(never)).toBe(8 + 3);
  expect(signalled).toEqual([...ids.slice(0, 3), ...ids.slice(32)]);
});

it('the search ends with the time, in the middle of a batch, and what it has found is signalled', async () => {
  const ids = await overdueEndpoints(40);
  const sweep = new OverdueSweep(db, signal);
  expect(await sweep.run(() => true)).toBe(1);
  expect(await sweep.run(() => true)).toBe(1);
  expect(signalled).toEqual(ids.slice(0, 2));
});

it('while Temporal is away a sweep gives up', async () => {
  await overdueEndpoints(40);
  temporalAway = true;
  expect(await new OverdueSweep(db, signal).run(never)).toBe(0);
  expect(signalled).toHaveLength(batch);
});

it('with nothing overdue it wakes nobody', async () => {
  await db.pending_deliveries.insertOne(pendingFor(newId(), 10_000));
  expect(await new OverdueSweep(db, signal).run(never)).toBe(0);
  expect(signalled).toEqual([]);
});
