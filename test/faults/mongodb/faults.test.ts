import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { InjectedFault } from '../../support/mongodb-proxy/faults.ts';
import { temporalRunWorkflows } from '#adapters/temporal/run-workflows.ts';
import { temporalWebhookWorkflows } from '#adapters/temporal/webhook-workflows.ts';
import { OverdueSweep } from '#integrations/webhooks/overdue-sweep.ts';
import { startHost } from '../../support/acting.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import { sweepingOn } from '../../support/sweeping.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import { type Customer, expectDoneOnce, startCustomer, work } from './customer.ts';
import { faultCases } from './fault-table.ts';
import { perFile, perTest } from '../../support/per-file.ts';

/** So many at a time, so that faults strike the steps of each in another order. */
const customers = 3;
/** Limit of a case, on a busy machine. */
const timeoutMs = 180_000;

const service = perFile(() => startProxiedService({ webhookRetryScale: 0.01 }));
const host = perTest(startHost);
const receiver = perTest(startReceiver);
let injected: InjectedFault[] = [];
afterEach(() => {
  for (const fault of injected) fault.lift();
});

/** Has customers work while something is the matter, and checks that all was done and done once. */
async function workThrough(
  during: (work: () => Promise<unknown>, all: Customer[]) => Promise<void>,
): Promise<Customer[]> {
  const starting = Array.from({ length: customers }, async () => {
    return await startCustomer(service, { host, webhookUrl: receiver.url });
  });
  const all = await Promise.all(starting);
  const sweeping = sweepingOn(
    service.db,
    temporalRunWorkflows(service.temporal, { timeoutMs: 5000, taskQueue: service.taskQueue }),
  );
  const over = new AbortController();
  // Sweeps as the schedule does: a stored input whose workflow was not signalled is signalled ten seconds later.
  const sweeps = (async () => {
    while (!over.signal.aborted) {
      await sweeping.sweep().catch(() => {});
      await sleep(1000);
    }
  })();
  try {
    await during(async () => await Promise.all(all.map(work)), all);
  } finally {
    over.abort();
    await sweeps;
    await sweeping.close();
  }
  for (const customer of all) {
    await expectDoneOnce(service, { host }, customer);
    customer.stream.close();
  }
  await expectDelivered(all);
  return all;
}

/** Every event of the customers reaches their webhook, by the sweep what was not sent when it was stored. */
async function expectDelivered(all: Customer[]): Promise<void> {
  const { db, temporal, taskQueue } = service;
  const workflows = temporalWebhookWorkflows(temporal, { timeoutMs: 5000, taskQueue });
  const sweep = new OverdueSweep(db, async (endpoint) => {
    await workflows.signal(endpoint);
    return true;
  });
  await db.pending_deliveries.updateMany({}, { $set: { due_at: new Date(0) } });
  await sweep.run(() => false);
  const theirs = { workspace_id: { $in: all.map(({ workspace }) => workspace.id) } };
  const pending = async () => await db.pending_deliveries.countDocuments(theirs);
  await expect.poll(pending).toBe(0);
  const stored = await db.events.distinct('_id', { thread_id: { $in: all.map(({ thread }) => thread) } });
  const delivered = new Set(receiver.deliveries.map(({ event }) => event.id));
  expect([...delivered].toSorted()).toEqual(stored.toSorted());
}

it.each(faultCases)(
  '[fault.mongodb-errors] $name: all is done, and done once; clients see $seen',
  async ({ faults, seen }) => {
    const all = await workThrough(async (work) => {
      injected = faults.map((fault) => service.mongodb.inject(fault));
      await work();
      // The work may be done before a change stream, which is opened again after a second, has met all of them.
      await expect.poll(() => injected.map(({ struck }) => struck > 0)).toEqual(faults.map(() => true));
      for (const fault of injected) fault.lift();
    });
    expect(refusedTo(all)).toBeLessThanOrEqual(seen === 'nothing' ? 0 : Number.POSITIVE_INFINITY);
  },
  timeoutMs,
);

it(
  '[fault.mongodb-errors] a primary that is away until requests fail: all is done, and done once; clients see 503',
  async () => {
    const all = await workThrough(async (work, waiting) => {
      await service.mongodb.cut();
      const working = work();
      await expect.poll(() => waiting.every(({ refused }) => refused > 0)).toBe(true);
      await service.mongodb.restore();
      await working;
    });
    expect(refusedTo(all)).toBeGreaterThanOrEqual(customers);
  },
  timeoutMs,
);

const refusedTo = (all: Customer[]) => all.reduce((sum, { refused }) => sum + refused, 0);
