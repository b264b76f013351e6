import { expect, it } from 'vitest';
import { InTurn } from '#store/in-turn.ts';

it('work on one key is done in turn, work on different keys side by side', async () => {
  const inTurn = new InTurn();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = [
    inTurn.run('a', async () => {
      await first.promise;
      done.push('a1');
    }),
    inTurn.run('a', async () => void done.push('a2')),
    inTurn.run('b', async () => void done.push('b1')),
  ];
  await work[2];
  expect(done).toEqual(['b1']);
  first.resolve();
  await Promise.all(work);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});

it('work that fails holds up nobody', async () => {
  const inTurn = new InTurn();
  const fault = new Error('failed');
  const failing = inTurn.run('a', async () => await Promise.reject(fault));
  const next = inTurn.run('a', async () => 'done');
  await expect(failing).rejects.toBe(fault);
  expect(await next).toBe('done');
});
