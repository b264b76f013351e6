import { ClientSession, MongoClient, MongoErrorLabel, MongoNetworkError } from 'mongodb';
import { afterEach, expect, it, vi } from 'vitest';
import { isOutage } from '#store/mongo/outage.ts';
import { Transactions } from '#store/mongo/transactions.ts';

afterEach(() => vi.restoreAllMocks());

it('[fault.mongodb-unanswered] a transaction whose commit is never answered is given up in its time, as an outage', async () => {
  const unanswered = new MongoNetworkError('no answer');
  unanswered.addErrorLabel(MongoErrorLabel.UnknownTransactionCommitResult);
  const commit = vi.spyOn(ClientSession.prototype, 'commitTransaction').mockImplementation(async () => {
    now += 1000;
    throw await Promise.resolve(unanswered);
  });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const work = vi.fn<() => Promise<string>>(async () => await Promise.resolve('written'));
  const client = new MongoClient('mongodb://127.0.0.1:1');
  const outcome = await new Transactions(client, 5000).run(work).catch((error: unknown) => error);
  expect(isOutage(outcome)).toBe(true);
  expect([work.mock.calls.length, commit.mock.calls.length]).toEqual([1, 6]);
});

it('[fault.mongodb-errors] a transaction whose commit failed without a word is not made again: it may have succeeded', async () => {
  vi.spyOn(ClientSession.prototype, 'commitTransaction').mockRejectedValue(new MongoNetworkError('closed'));
  const work = vi.fn<() => Promise<string>>(async () => await Promise.resolve('written'));
  const client = new MongoClient('mongodb://127.0.0.1:1');
  const outcome = await new Transactions(client, 5000).run(work).catch((error: unknown) => error);
  expect(isOutage(outcome)).toBe(true);
  expect(work).toHaveBeenCalledOnce();
});
