import { expect, test } from 'vitest';
import { readStackOptions } from '#dev/stack/options.ts';
import type { StackPorts } from '#dev/stack/ports.ts';
import { StackRun } from '#dev/stack/stack-run.ts';
import type { PartProcess } from '#dev/stack/supervise.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

test('[dev-stack.says-what-it-does] a worker that waits for hosts when the stack stops is not waited for in silence', async () => {
  const said: string[] = [];
  const options = readStackOptions([], { DEV_DIR: temporaryDirectory(), WORKER_STOP_SECONDS: '90' }, '/');
  if (options === 'help') throw new Error('no options');
  const run = new StackRun({
    options,
    ports: {} as StackPorts,
    say: (part, text) => void said.push(`${part} ${text}`),
  });
  const { promise: exited, resolve: exit } = Promise.withResolvers<string>();
  const stop = async () => void (await exited);
  const start = async (): Promise<PartProcess> =>
    await Promise.resolve({ pid: 1, exited, signal: () => undefined, stop });
  await run.keepRunning({ name: 'worker', start }, new AbortController().signal);
  const stopped = run.stop();
  await expect.poll(() => said.at(-1), { timeout: 60_000 }).toMatch(/^worker waits until .* at most 90 s/);
  exit('exit code 0');
  await stopped;
  expect(said.at(-1)).toBe('worker stopped');
});
