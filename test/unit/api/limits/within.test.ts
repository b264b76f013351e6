import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { within } from '#api/http/limits/within.ts';

it('[rate-limit.store-away] a process that was busy for longer than the time still reads the answer', async () => {
  // Timers are the next thing that comes after this.
  await setImmediate();
  const waiting = within(500, readFile(import.meta.filename, 'utf8'));
  const until = performance.now() + 1000;
  while (performance.now() < until);
  expect(await waiting).toContain('a process that was busy');
});

it('work that takes too long is not waited for, and its own failure is told', async () => {
  await expect(within(20, new Promise(() => {}))).rejects.toThrow('no answer within 20 ms');
  await expect(within(10_000, Promise.reject(new Error('away')))).rejects.toThrow('away');
});
