import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeyUse, type UsedKey } from '#store/credentials/key-use.ts';
import type { Database } from '#store/mongo/database.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // For the cache, an entry of the time 0 has no age.
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

const key = (id: string): UsedKey => ({ collection: 'api_keys', filter: { _id: id } });
const minute = 60_000;

/** A collection that only takes writes. */
function collection(answer: () => Promise<unknown>) {
  const updateOne = vi.fn<(filter: object, change: object) => Promise<unknown>>(answer);
  const warn = vi.fn<(facts: object, message: string) => void>();
  const db = { api_keys: { updateOne }, signing_keys: { updateOne } } as unknown as Database;
  return { updateOne, warn, use: new KeyUse(db, { warn }) };
}

it('[api-key.life] however often a key is used, a process writes it once a minute, and only over an older use', () => {
  const { use, updateOne } = collection(async () => await Promise.resolve());
  for (let times = 0; times < 100; times += 1) use.note(key('one'));
  use.note(key('two'));
  use.note({ collection: 'signing_keys', filter: { kid: 'key_three' } });
  expect(updateOne).toHaveBeenCalledTimes(3);
  expect(updateOne).toHaveBeenCalledWith(
    { _id: 'one', last_used_at: { $not: { $gt: expect.any(Date) } } },
    { $set: { last_used_at: expect.any(Date) } },
  );
  vi.advanceTimersByTime(minute + 1);
  use.note(key('one'));
  expect(updateOne).toHaveBeenCalledTimes(4);
});

it('[api-key.life] a write that fails disturbs nobody, and the next use is written', async () => {
  const { use, updateOne, warn } = collection(async () => await Promise.reject(new Error('away')));
  use.note(key('one'));
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  use.note(key('one'));
  expect(updateOne).toHaveBeenCalledTimes(2);
});
