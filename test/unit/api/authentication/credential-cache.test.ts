import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CredentialCache } from '#api/authentication/credential-cache.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterAll(() => vi.useRealTimers());

const readingMs = 2500;

it('what was found is remembered for four seconds from when its reading began, however long that took', async () => {
  const find = vi.fn<() => Promise<object>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, readingMs));
    return { key: true };
  });
  const remembered = new CredentialCache(find);
  const ask = async () => {
    const found = remembered.get('name');
    await vi.advanceTimersByTimeAsync(readingMs);
    expect(await found).toEqual({ key: true });
  };
  await ask();
  await vi.advanceTimersByTimeAsync(1400);
  expect(await remembered.get('name')).toEqual({ key: true });
  expect(find).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(200);
  await ask();
  expect(find).toHaveBeenCalledTimes(2);
});

it('what is not found is not remembered, nor is what could not be read', async () => {
  const find = vi
    .fn<() => Promise<object | undefined>>()
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce({ key: true });
  const remembered = new CredentialCache(find);
  expect(await remembered.get('name')).toBeUndefined();
  await expect(remembered.get('name')).rejects.toThrow('away');
  expect(await remembered.get('name')).toEqual({ key: true });
});
