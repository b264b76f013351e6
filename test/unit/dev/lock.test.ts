import { readdirSync, mkdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeLock } from '#dev/processes/lock.ts';
import { temporaryDirectory } from './temporary-directory.ts';

// No lock grows old while a test goes on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('one process has the lock at a time', async () => {
  const file = join(temporaryDirectory(), 'a', 'lock');
  const release = await takeLock(file);
  expect(release).toBeDefined();
  expect(await takeLock(file)).toBeUndefined();
  await release?.();
  const again = await takeLock(file);
  expect(again).toBeDefined();
  await again?.();
  expect(readdirSync(dirname(file))).toEqual([]);
});

test('the lock of a process that died is respected until what it had started has ended', async () => {
  const file = join(temporaryDirectory(), 'lock');
  mkdirSync(file);
  renewed(file, 12_000);
  expect(await takeLock(file)).toBeUndefined();
  renewed(file, 16_000);
  const release = await takeLock(file);
  expect(release).toBeDefined();
  await release?.();
});

function renewed(file: string, agoMs: number): void {
  const at = new Date(Date.now() - agoMs);
  utimesSync(file, at, at);
}
