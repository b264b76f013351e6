import { expect, test, vi } from 'vitest';
import { type PartProcess, supervise } from '#dev/stack/supervise.ts';

/** A part whose processes do as they are told. */
function fakePart(failures: number[] = []) {
  const dies: ((how: string) => void)[] = [];
  const stopped: number[] = [];
  let starts = 0;
  const start = (): Promise<PartProcess> => {
    starts += 1;
    const pid = starts;
    if (failures.includes(pid)) return Promise.reject(new Error(`start ${pid} failed`));
    const { promise: exited, resolve } = Promise.withResolvers<string>();
    dies.push(resolve);
    const signal = (): void => undefined;
    const stop = (): Promise<void> => {
      stopped.push(pid);
      resolve('exit code 0');
      return Promise.resolve();
    };
    return Promise.resolve({ pid, exited, signal, stop });
  };
  return { part: { name: 'worker' as const, start }, kill: () => dies.at(-1)?.('SIGKILL'), stopped };
}

function options() {
  const said: string[] = [];
  const onRestart = vi.fn<() => void>();
  const say = (part: string, text: string): void => void said.push(`${part} ${text}`);
  return {
    said,
    onRestart,
    settings: { say, onRestart, signal: new AbortController().signal, firstDelayMs: 1 },
  };
}

test('a part that dies is started again, with a word about it', async () => {
  const { part, kill } = fakePart();
  const { said, onRestart, settings } = options();
  const supervised = await supervise(part, settings);
  kill();
  await expect.poll(() => onRestart.mock.calls).toHaveLength(1);
  expect(supervised.current.pid).toBe(2);
  expect(said).toEqual([
    'worker answers, process 1',
    'worker died (SIGKILL); starting it again in 0.001 s',
    'worker answers again, process 2',
  ]);
  await supervised.stop();
});

test('a restart that fails is tried again, after a longer pause', async () => {
  const { part, kill } = fakePart([2, 3]);
  const { said, onRestart, settings } = options();
  const supervised = await supervise(part, settings);
  kill();
  await expect.poll(() => onRestart.mock.calls).toHaveLength(1);
  expect(supervised.current.pid).toBe(4);
  expect(said.slice(2, 4)).toEqual([
    'worker start 2 failed; starting it again in 0.002 s',
    'worker start 3 failed; starting it again in 0.004 s',
  ]);
  await supervised.stop();
});

test('a first start that fails is not tried again', async () => {
  const { part } = fakePart([1]);
  await expect(supervise(part, options().settings)).rejects.toThrow('start 1 failed');
});

test('a part that is stopped stays stopped', async () => {
  const { part, stopped } = fakePart();
  const { said, settings } = options();
  const supervised = await supervise(part, settings);
  await supervised.stop();
  expect(stopped).toContain(1);
  expect(said).toEqual(['worker answers, process 1']);
});

test('a stop during the pause before a restart prevents the restart', async () => {
  const { part, kill } = fakePart();
  const { said, settings } = options();
  const supervised = await supervise(part, { ...settings, firstDelayMs: 3_600_000 });
  kill();
  await expect.poll(() => said).toHaveLength(2);
  await supervised.stop();
  expect(supervised.current.pid).toBe(1);
});
