import { expect, it } from 'vitest';
import { untilBothEnd } from '#process/start/until-both-end.ts';

const failure = new Error('it cannot go on');

it('a process of both ends at once if one half fails', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const ending = untilBothEnd(new AbortController().signal, [never, Promise.reject(failure)]);
  await expect(ending).rejects.toBe(failure);
});

it('a process of both that is told to stop ends when both halves have, also if one of them leaves work behind', async () => {
  const { promise: requests, resolve: answered } = Promise.withResolvers<void>();
  let ended = false;
  const ending = untilBothEnd(AbortSignal.abort(), [requests, Promise.reject(failure)]).finally(() => {
    ended = true;
  });
  ending.catch(() => {});
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  answered();
  await expect(ending).rejects.toBe(failure);
});
