import { beforeEach, expect, it, vi } from 'vitest';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import { ContentionError, retryOnConflict as retry } from '#engine/contention/retry-on-conflict.ts';
import { isOutage } from '#store/mongo/outage.ts';

const waits: number[] = [];
let chance = 1;
beforeEach(() => {
  waits.length = 0;
  chance = 1;
});
const clock = {
  random: () => chance,
  sleep: async (ms: number) => await Promise.resolve(void waits.push(ms)),
};
const retryOnConflict = async <Result>(
  what: string,
  work: () => Promise<Result>,
  isConflict?: (error: unknown) => boolean,
) => await retry(clock, what, work, isConflict);

const stale = () => Promise.reject(new StaleWriteError('somebody was quicker'));

it('work that was too late is done again until it is not', async () => {
  const work = vi.fn<() => Promise<string>>().mockImplementationOnce(stale).mockImplementationOnce(stale);
  work.mockResolvedValue('done');
  expect(await retryOnConflict('the run', work)).toBe('done');
  expect(work).toHaveBeenCalledTimes(3);
});

it('waits grow exponentially up to a limit, and attempts end with an error that counts as an outage', async () => {
  const work = vi.fn<() => Promise<never>>(stale);
  const error: unknown = await retryOnConflict('the run', work).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ContentionError);
  expect(error).toMatchObject({
    message: 'the run is written by too many others at once',
    cause: expect.any(StaleWriteError),
  });
  expect(isOutage(error)).toBe(true);
  expect(waits.slice(0, 10)).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 1000, 1000]);
  expect(waits).toHaveLength(work.mock.calls.length - 1);
});

it('a random part of each wait is waited', async () => {
  chance = 0.25;
  await retryOnConflict('the run', stale).catch(() => {});
  expect(waits.slice(0, 3)).toEqual([1, 2, 4]);
});

it('any other error is final, and so is the end of a loop within the work', async () => {
  const within = vi.fn<() => Promise<never>>(async () => await retryOnConflict('the account', stale));
  await expect(retryOnConflict('the run', within)).rejects.toThrow('the account is written');
  expect(within).toHaveBeenCalledTimes(1);
  const failing = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError('no')));
  await expect(retryOnConflict('the run', failing)).rejects.toThrow(TypeError);
  expect(failing).toHaveBeenCalledTimes(1);
});

it('what counts as a conflict is for the caller to say', async () => {
  const work = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new RangeError('taken'));
  work.mockResolvedValue(2);
  const isTaken = (error: unknown) => error instanceof RangeError;
  expect(await retryOnConflict('a number', work, isTaken)).toBe(2);
  await expect(retryOnConflict('a number', stale, isTaken)).rejects.toThrow(StaleWriteError);
});
