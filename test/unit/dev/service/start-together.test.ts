import { expect, test } from 'vitest';
import { startTogether } from '#dev/service/start-together.ts';

const never = new AbortController().signal;

test('what was started together is given in order', async () => {
  const starts = [() => Promise.resolve('first'), () => Promise.resolve(2)] as const;
  expect(await startTogether<[string, number]>(never, [...starts])).toEqual(['first', 2]);
});

test('when one fails the others are aborted, and have ended before the failure is told', async () => {
  const order: string[] = [];
  const slow = (signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        setImmediate(() => {
          order.push('slow one ended');
          reject(new Error('aborted'));
        });
      });
    });
  const failing = (): Promise<void> => Promise.reject(new Error('the port is gone'));
  await expect(startTogether(never, [slow, failing])).rejects.toThrow('the port is gone');
  order.push('failure told');
  expect(order).toEqual(['slow one ended', 'failure told']);
});
