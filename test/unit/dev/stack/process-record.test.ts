import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processFingerprint } from '#dev/processes/process-fingerprint.ts';
import { ProcessRecord } from '#dev/stack/process-record.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

function sleeper(): number {
  const child = spawn('sleep', ['60'], { detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('sleep did not start');
  return child.pid;
}

const runs = async (pid: number): Promise<boolean> => (await processFingerprint(pid)) !== undefined;

test('what an earlier run left over is stopped, with a word about it', async () => {
  const directory = temporaryDirectory();
  const pid = sleeper();
  await new ProcessRecord(directory).note('worker', pid);
  const said: string[] = [];
  await new ProcessRecord(directory).stopLeftOvers((part, text) => said.push(`${part} ${text}`));
  expect(said).toEqual([`worker stopping process ${pid}, left over from an earlier run`]);
  expect(await runs(pid)).toBe(false);
  expect(existsSync(join(directory, 'processes.json'))).toBe(false);
});

test('a pid that now belongs to another program is left alone', async () => {
  const directory = temporaryDirectory();
  const pid = sleeper();
  writeFileSync(
    join(directory, 'processes.json'),
    JSON.stringify({ worker: { pid, fingerprint: 'some earlier program' } }),
  );
  const said: string[] = [];
  await new ProcessRecord(directory).stopLeftOvers((_part, text) => said.push(text));
  expect(said).toEqual([]);
  expect(await runs(pid)).toBe(true);
});

test('without a record there is nothing to stop', async () => {
  await expect(
    new ProcessRecord(temporaryDirectory()).stopLeftOvers(() => undefined),
  ).resolves.toBeUndefined();
});
