import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { FaultWindow } from '#chaos/faults/fault.ts';
import { makeFaults } from '#chaos/faults/supervise.ts';
import { Random } from '#chaos/random.ts';
import { Part } from '#chaos/stack/part.ts';
import { type StartedProcess, startProcess } from '#dev/processes/start-process.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { isRunning } from '../../../support/is-running.ts';
import { temporaryDirectory } from '../../dev/temporary-directory.ts';

const parts: Part[] = [];
afterEach(async () => {
  for (const part of parts.splice(0)) await part.stop();
});

/** A part whose process does nothing, and the processes that it had. */
async function startPart(failures = 0, dataDir?: string) {
  const directory = temporaryDirectory();
  const started: StartedProcess[] = [];
  const windows: FaultWindow[] = [];
  let left = 0;
  const part = new Part({
    name: 'worker-1',
    start: async () => {
      if (left > 0) {
        left -= 1;
        throw new Error('not yet');
      }
      const running = await startProcess({
        name: 'a process',
        command: '/bin/sleep',
        args: ['600'],
        logFile: join(directory, 'log'),
        answers: () => Promise.resolve(true),
        readyTimeoutMs: 120_000,
        stopTimeoutMs: 120_000,
      });
      started.push(running);
      return running;
    },
    onFault: (window) => void windows.push(window),
    say: () => undefined,
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  parts.push(part);
  await part.start();
  left = failures;
  return { part, started, windows };
}

const pidOf = (started: StartedProcess[], index: number) => started[index]?.pid ?? 0;

it('is killed without a chance, and back after a while, however often its start fails', async () => {
  const { part, started, windows } = await startPart(1);
  const killed = part.kill(50);
  expect(part.isUp).toBe(false);
  await killed;
  expect(await started[0]?.exited).toBe('SIGKILL');
  expect(part.isUp).toBe(true);
  expect(isRunning(pidOf(started, 1))).toBe(true);
  expect(windows).toEqual([
    { part: 'worker-1', kind: 'kill', from: expect.any(Number), until: expect.any(Number) },
  ]);
});

it('is frozen, and goes on as the same process', async () => {
  const { part, started, windows } = await startPart();
  await part.freeze(50);
  expect(started).toHaveLength(1);
  expect(part.isUp).toBe(true);
  expect(windows).toMatchObject([{ kind: 'freeze' }]);
});

it('is told to stop, and back a while after it has ended, which is no fault of its own', async () => {
  const { part, started, windows } = await startPart();
  const restarted = part.restart(50);
  expect(part.isUp).toBe(false);
  await restarted;
  expect(await started[0]?.exited).toBe('SIGTERM');
  expect(started).toHaveLength(2);
  expect(windows).toEqual([
    {
      part: 'worker-1',
      kind: 'restart',
      how: 'SIGTERM',
      from: expect.any(Number),
      until: expect.any(Number),
    },
  ]);
});

it('is restored to what it had when it was killed before, and the first time to what it has', async () => {
  const dataDir = join(temporaryDirectory(), 'data');
  const file = join(dataDir, 'file');
  await mkdir(dataDir);
  const { part, windows } = await startPart(0, dataDir);
  await writeFile(file, 'first');
  await part.restore(0);
  expect(await readFile(file, 'utf8')).toBe('first');
  await writeFile(file, 'second');
  await part.restore(0);
  expect(await readFile(file, 'utf8')).toBe('first');
  expect(windows).toMatchObject([{ kind: 'kill' }, { kind: 'restore' }]);
});

it('fails once at a time', async () => {
  const { part } = await startPart();
  const frozen = part.freeze(100);
  await expect(part.kill(0)).rejects.toThrow('out of order already');
  await frozen;
});

it('is started again when it ends by itself, which is told', async () => {
  const { part, started, windows } = await startPart();
  process.kill(pidOf(started, 0), 'SIGTERM');
  await waitUntil(() => started.length === 2 && part.isUp, { timeoutMs: 120_000, what: 'it is back' });
  expect(windows).toMatchObject([{ kind: 'ended by itself', how: 'SIGTERM' }]);
});

it('is stopped for good while it is frozen, too', async () => {
  const { part, started } = await startPart();
  const frozen = part.freeze(200);
  await part.stop();
  expect(await started[0]?.exited).toBe('SIGTERM');
  await frozen;
});

it('is killed with the others as the last fault, and back when the supervisor is done', async () => {
  const { part, windows } = await startPart();
  const over = new AbortController();
  over.abort();
  await makeFaults(new Map([['worker-1', part]]), new Random(1), {
    signal: over.signal,
    say: () => undefined,
  });
  expect(part.isUp).toBe(true);
  expect(windows).toMatchObject([{ part: 'worker-1', kind: 'kill' }]);
});
