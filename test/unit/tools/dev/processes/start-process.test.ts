import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ProcessSpec, startProcess } from '#tools/dev/processes/start-process.ts';
import { isRunning } from '../../../../support/is-running.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** A shell script as a process that answers once it has made the file `ready`. */
function shell(script: string): ProcessSpec {
  const directory = temporaryDirectory();
  return {
    name: 'the server',
    command: '/bin/sh',
    args: ['-c', script],
    cwd: directory,
    logFile: join(directory, 'logs', 'server.log'),
    answers: () => Promise.resolve(existsSync(join(directory, 'ready'))),
    readyTimeoutMs: 120_000,
    stopTimeoutMs: 120_000,
  };
}

/** The pid that a script has written to a file. */
const pidIn = ({ cwd = '' }: ProcessSpec): number => Number(readFileSync(join(cwd, 'pid'), 'utf8'));

test('a process that does not stop by itself is killed, with all that it started', async () => {
  const deaf = shell('trap "" TERM; sleep 60 & echo $! >pid; touch ready; wait; wait');
  const spec = { ...deaf, stopTimeoutMs: 200 };
  const started = await startProcess(spec);
  const child = pidIn(spec);
  await started.stop();
  expect(await started.exited).toBe('SIGKILL');
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('a process that ends before it answers is an error with its last words and its log', async () => {
  const spec = shell('echo starting; echo "the disk is full" >&2; exit 3');
  await expect(startProcess(spec)).rejects.toThrow(
    `the server stopped before it answered (exit code 3): the disk is full (log: ${spec.logFile})`,
  );
});

test('a process does not outlive the one that started it, however that ends', async () => {
  const directory = temporaryDirectory();
  const script = join(directory, 'starter.ts');
  const module = join(import.meta.dirname, '../../../../../tools/dev/processes/start-process.ts');
  writeFileSync(
    script,
    `import { startProcess } from ${JSON.stringify(module)};
     const { pid } = await startProcess({
       name: 'x', command: 'sleep', args: ['60'], logFile: ${JSON.stringify(join(directory, 'log'))},
       answers: async () => true, readyTimeoutMs: 120000, stopTimeoutMs: 120000,
     });
     console.log(pid);
     setInterval(() => undefined, 1000);`,
  );
  const starter = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = (await once(starter.stdout, 'data')) as [Buffer];
  const pid = Number(output);
  expect(isRunning(pid)).toBe(true);
  starter.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
