import { type ClientSession, MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { isOutage } from '#store/mongo/outage.ts';
import { Transactions } from '#store/mongo/transactions.ts';

it('[fault.dependency-down] a transaction that the driver never answers is given up, as an outage', async () => {
  vi.useFakeTimers();
  try {
    const client = new MongoClient('mongodb://127.0.0.1:1');
    vi.spyOn(client, 'withSession').mockReturnValue(new Promise<ClientSession>(() => {}));
    const outcome = new Transactions(client, 30_000)
      .run(async () => await Promise.resolve('written'))
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(isOutage(await outcome)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
