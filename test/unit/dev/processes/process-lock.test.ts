import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processFingerprint } from '#dev/processes/process-fingerprint.ts';
import { takeLock } from '#dev/processes/process-lock.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

function sleeper(): { pid: number; kill: () => Promise<unknown> } {
  const child = spawn('sleep', ['60']);
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('sleep did not start');
  const kill = (): Promise<unknown> => {
    child.kill('SIGKILL');
    return exited;
  };
  return { pid: child.pid, kill };
}

test('the lock of a process that runs is respected', async () => {
  const file = join(temporaryDirectory(), 'a', 'lock');
  const first = await takeLock(file);
  expect(first.taken).toBe(true);
  expect(await takeLock(file)).toEqual({ taken: false, pid: process.pid });
  if (first.taken) await first.release();
  expect((await takeLock(file)).taken).toBe(true);
});

test('the lock of a process that died is taken over', async () => {
  const file = join(temporaryDirectory(), 'lock');
  const { pid, kill } = sleeper();
  writeFileSync(file, JSON.stringify({ pid, fingerprint: await processFingerprint(pid) }));
  expect(await takeLock(file)).toEqual({ taken: false, pid });
  await kill();
  const lock = await takeLock(file);
  expect(await takeLock(file)).toEqual({ taken: false, pid: process.pid });
  if (lock.taken) await lock.release();
  expect(readdirSync(dirname(file))).toEqual([]);
});

test('a pid that was given to another program does not hold the lock', async () => {
  const file = join(temporaryDirectory(), 'lock');
  const { pid } = sleeper();
  writeFileSync(file, JSON.stringify({ pid, fingerprint: 'some earlier program' }));
  expect((await takeLock(file)).taken).toBe(true);
});

test('a lock file with half a line in it is taken over', async () => {
  const file = join(temporaryDirectory(), 'lock');
  writeFileSync(file, '{"pid":');
  expect((await takeLock(file)).taken).toBe(true);
});

test('of many that find a stale lock one has it at a time, and each gets it in turn', async () => {
  const file = join(temporaryDirectory(), 'lock');
  writeFileSync(file, JSON.stringify({ pid: 1, fingerprint: 'some earlier program' }));
  let holders = 0;
  let most = 0;
  const takeInTurn = async (): Promise<void> => {
    for (;;) {
      const lock = await takeLock(file);
      if (!lock.taken) continue;
      holders += 1;
      most = Math.max(most, holders);
      // Others look at the lock meanwhile.
      await processFingerprint(process.pid);
      holders -= 1;
      await lock.release();
      return;
    }
  };
  await Promise.all(Array.from({ length: 20 }, takeInTurn));
  expect(most).toBe(1);
  expect(readdirSync(dirname(file))).toEqual([]);
});
