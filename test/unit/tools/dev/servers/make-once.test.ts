import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOnce } from '#tools/dev/servers/make-once.ts';
import { fakeProgram } from '../fake-program.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const quiet = { log: () => undefined, signal: undefined };

test('of two that want the same program at once one makes it and the other waits', async () => {
  const path = join(temporaryDirectory(), 'cache', 'server-1');
  const said: string[] = [];
  const started: string[] = [];
  const make = async (directory: string): Promise<string> => {
    started.push(directory);
    await expect.poll(() => said).toHaveLength(1);
    return fakeProgram(join(directory, 'server'));
  };
  const context = { log: (line: string) => said.push(line), signal: undefined };
  const made = await Promise.all([makeOnce(path, make, context), makeOnce(path, make, context)]);
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(started).toHaveLength(1);
  expect(said).toEqual(['another process is making server-1; waiting for it']);
  expect(readdirSync(dirname(path))).toEqual(['server-1']);
});

test('a program that was not finished is never seen, and the next one may make it', async () => {
  const path = join(temporaryDirectory(), 'server-1');
  const half = (directory: string): Promise<string> => {
    fakeProgram(join(directory, 'server'));
    return Promise.reject(new Error('the machine is full'));
  };
  await expect(makeOnce(path, half, quiet)).rejects.toThrow('the machine is full');
  expect(readdirSync(dirname(path))).toEqual([]);
  await makeOnce(path, (directory) => Promise.resolve(fakeProgram(join(directory, 'server'))), quiet);
  expect(readdirSync(dirname(path))).toEqual(['server-1']);
});

test('what a killed maker left is removed', async () => {
  const path = join(temporaryDirectory(), 'server-1');
  mkdirSync(`${path}.making-abc123`);
  await makeOnce(path, (directory) => Promise.resolve(fakeProgram(join(directory, 'server'))), quiet);
  expect(readdirSync(dirname(path))).toEqual(['server-1']);
});
