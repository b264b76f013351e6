import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CredentialCache, type Guard } from '#api/http/authentication/credential-cache.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  // To the cache, what was stored at zero never expires.
  vi.advanceTimersByTime(1);
});
afterAll(() => vi.useRealTimers());

const readingMs = 2500;
/** Lets every reading happen. */
const unguarded: Guard = async (read) => await read();

it('what was found is remembered for four seconds from when its reading began, however long that took', async () => {
  const find = vi.fn<() => Promise<object>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, readingMs));
    return { key: true };
  });
  const remembered = new CredentialCache(find);
  const ask = async () => {
    const found = remembered.get('name', unguarded);
    await vi.advanceTimersByTimeAsync(readingMs);
    expect(await found).toEqual({ key: true });
  };
  await ask();
  await vi.advanceTimersByTimeAsync(1400);
  expect(await remembered.get('name', unguarded)).toEqual({ key: true });
  expect(find).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(200);
  await ask();
  expect(find).toHaveBeenCalledTimes(2);
});

it('[api-key.delete] whoever joins a reading that has taken over four seconds does not get what it found, but reads again', async () => {
  const slow = Promise.withResolvers<object | undefined>();
  const find = vi
    .fn<() => Promise<object | undefined>>()
    .mockReturnValueOnce(slow.promise)
    .mockResolvedValueOnce(undefined);
  const remembered = new CredentialCache(find);
  const first = remembered.get('name', unguarded);
  await vi.advanceTimersByTimeAsync(3900);
  const early = remembered.get('name', unguarded);
  // Now it is revoked.
  await vi.advanceTimersByTimeAsync(200);
  const late = remembered.get('name', unguarded);
  slow.resolve({ key: true });
  expect(await Promise.all([first, early, late])).toEqual([{ key: true }, { key: true }, undefined]);
  expect(find).toHaveBeenCalledTimes(2);
});

it('[auth.guesses] that nothing was found is remembered for a second, what could not be read is not', async () => {
  const find = vi
    .fn<() => Promise<object | undefined>>()
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce({ key: true });
  const remembered = new CredentialCache(find);
  expect(await remembered.get('name', unguarded)).toBeUndefined();
  expect(await remembered.get('name', unguarded)).toBeUndefined();
  expect(find).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1100);
  await expect(remembered.get('name', unguarded)).rejects.toThrow('away');
  expect(await remembered.get('name', unguarded)).toEqual({ key: true });
});

it('[auth.guesses] only what was never found is read by the guard, and guesses push out nothing that was found', async () => {
  const find = vi.fn<(name: string) => Promise<object | undefined>>(async (name) =>
    Promise.resolve(name === 'good' ? { key: true } : undefined),
  );
  const remembered = new CredentialCache(find);
  await remembered.get('good', unguarded);
  const refuse: Guard = async () => await Promise.reject(new Error('refused'));
  await expect(remembered.get('guess', refuse)).rejects.toThrow('refused');
  for (let guess = 0; guess < 10_001; guess += 1) await remembered.get(`guess ${guess}`, unguarded);
  find.mockClear();
  expect(await remembered.get('good', refuse)).toEqual({ key: true });
  expect(find).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4100);
  expect(await remembered.get('good', refuse)).toEqual({ key: true });
  expect(find).toHaveBeenCalledOnce();
});
