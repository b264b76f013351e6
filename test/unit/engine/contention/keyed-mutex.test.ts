import { expect, it } from 'vitest';
import { KeyedMutex } from '#engine/contention/keyed-mutex.ts';

it('work on one key is done in turn, work on different keys side by side', async () => {
  const mutex = new KeyedMutex();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = [
    mutex.run('a', async () => {
      await first.promise;
      done.push('a1');
    }),
    mutex.run('a', async () => void done.push('a2')),
    mutex.run('b', async () => void done.push('b1')),
  ];
  await work[2];
  expect(done).toEqual(['b1']);
  expect([mutex.isHeld('a'), mutex.isHeld('b')]).toEqual([true, false]);
  first.resolve();
  await Promise.all(work);
  expect(done).toEqual(['b1', 'a1', 'a2']);
  expect(mutex.isHeld('a')).toBe(false);
});

it('work that fails holds up nobody', async () => {
  const mutex = new KeyedMutex();
  const fault = new Error('failed');
  const failing = mutex.run('a', async () => await Promise.reject(fault));
  const next = mutex.run('a', async () => 'done');
  await expect(failing).rejects.toBe(fault);
  expect(await next).toBe('done');
});
