import { pino } from 'pino';
import { expect, it } from 'vitest';
import { unlessAborted, untilReachable } from '#process/start/until-reachable.ts';

const log = pino({ level: 'silent' });

it('stops waiting for a server that does not answer', async () => {
  const stopping = new AbortController();
  const connecting = untilReachable('it', async () => await new Promise(() => {}), {
    log,
    signal: stopping.signal,
  });
  stopping.abort();
  await expect(connecting).rejects.toMatchObject({ name: 'AbortError' });
});

it('does not begin to wait once it is to stop, and leaves a later failure behind', async () => {
  const stopping = new AbortController();
  stopping.abort();
  const failing = Promise.withResolvers<never>();
  const waiting = unlessAborted(failing.promise, stopping.signal);
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  failing.reject(new Error('late'));
});

it('returns what the work comes to, or throws why it failed', async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});
