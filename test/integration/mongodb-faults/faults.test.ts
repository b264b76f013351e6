import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { InjectedFault } from '../../support/mongodb-proxy/faults.ts';
import { type Host, startHost } from '../../support/acting.ts';
import { type ProxiedService, startProxiedService } from '../../support/proxied-service.ts';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { type Customer, expectDoneOnce, startCustomer, work } from './customer.ts';
import { faultCases } from './fault-table.ts';

/** So many at a time, so that faults strike the steps of each in another order. */
const customers = 4;
/** Of a case, on a machine that is busy. */
const timeoutMs = 180_000;

let service: ProxiedService;
let host: Host;
let receiver: WebhookReceiver;
let injected: InjectedFault[] = [];
beforeAll(async () => {
  service = await startProxiedService({ webhookRetryScale: 0.01 });
});
beforeEach(async () => {
  host = await startHost();
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const fault of injected) fault.lift();
  await host.stop();
  await receiver.stop();
});
afterAll(async () => await service.stop());

/** Customers who work while something is the matter, and what they were refused. */
async function workThrough(during: (working: Promise<unknown>) => Promise<void>): Promise<Customer[]> {
  const starting = Array.from({ length: customers }, async () => {
    return await startCustomer(service, { host, webhookUrl: receiver.url });
  });
  const all = await Promise.all(starting);
  await during(Promise.all(all.map(work)));
  for (const customer of all) {
    await expectDoneOnce(service, { host }, customer);
    customer.stream.close();
  }
  return all;
}

it.each(faultCases)(
  '[fault.mongodb-errors] $name: all is done, and done once; clients see $seen',
  async ({ faults, seen }) => {
    const all = await workThrough(async (working) => {
      injected = faults.map((fault) => service.mongodb.inject(fault));
      await working;
      for (const fault of injected) fault.lift();
    });
    for (const { struck } of injected) expect(struck).toBeGreaterThan(0);
    const refused = all.reduce((sum, customer) => sum + customer.refused, 0);
    console.log(
      refused,
      injected.map(({ struck }) => struck),
    );
    if (seen === 'nothing') expect(refused).toBe(0);
  },
  timeoutMs,
);

it(
  '[fault.mongodb-errors] a primary that takes 12 seconds to come back: all is done, and done once',
  async () => {
    await workThrough(async (working) => {
      await service.mongodb.cut();
      await sleep(12_000);
      await service.mongodb.restore();
      await working;
    });
  },
  timeoutMs,
);
