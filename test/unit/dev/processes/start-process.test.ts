import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ProcessSpec, startProcess } from '#dev/processes/start-process.ts';
import { isRunning } from '../../../support/is-running.ts';
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

test('a process is there when it answers, and gone when it was stopped', async () => {
  const started = await startProcess(shell('echo hello; touch ready; exec sleep 60'));
  expect(isRunning(started.pid)).toBe(true);
  await started.stop();
  expect(await started.exited).toBe('SIGTERM');
  expect(isRunning(started.pid)).toBe(false);
});

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

test('the last words are those of this start, not of an earlier one', async () => {
  const spec = shell('exit 1');
  await expect(startProcess({ ...spec, args: ['-c', 'echo old words; exit 1'] })).rejects.toThrow(
    'old words',
  );
  await expect(startProcess(spec)).rejects.toThrow('it printed nothing');
});

test('a program that is not there is an error that says so', async () => {
  await expect(startProcess({ ...shell(''), command: '/no/such/program' })).rejects.toThrow(
    'the server could not be started: spawn /no/such/program ENOENT',
  );
});

test('a process that never answers is ended', async () => {
  const silent = shell('echo $$ >pid; touch written; exec sleep 60');
  // It has its pid written by when it is ended: until then, the first question waits.
  const answers = async (): Promise<boolean> => {
    await expect.poll(() => existsSync(join(silent.cwd ?? '', 'written'))).toBe(true);
    return false;
  };
  const spec = { ...silent, answers, readyTimeoutMs: 1_000 };
  await expect(startProcess(spec)).rejects.toThrow('waited 1 s until the server answers');
  expect(isRunning(pidIn(spec))).toBe(false);
});

test('an abort ends a process that is still starting', async () => {
  const stop = new AbortController();
  const onLine = (): void => stop.abort(new Error('stopped'));
  const spec = { ...shell('echo $$ >pid; cat pid; exec sleep 60'), onLine };
  await expect(startProcess(spec, stop.signal)).rejects.toThrow('stopped');
  expect(isRunning(pidIn(spec))).toBe(false);
});

test('lines go to the log and to whoever wants them', async () => {
  const lines: string[] = [];
  const spec = {
    ...shell('echo one; echo two >&2; exit 1'),
    onLine: (line: string) => void lines.push(line),
  };
  await expect(startProcess(spec)).rejects.toThrow('stopped before it answered');
  expect(lines.toSorted()).toEqual(['one', 'two']);
  expect(readFileSync(spec.logFile, 'utf8').split('\n').toSorted()).toEqual(['', 'one', 'two']);
});

test('a process does not outlive the one that started it, however that ends', async () => {
  const directory = temporaryDirectory();
  const script = join(directory, 'starter.ts');
  const module = join(import.meta.dirname, '../../../../dev/processes/start-process.ts');
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
