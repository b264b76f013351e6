import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDevDir } from '#tools/dev/stack/open-dev-dir.ts';
import { readStackOptions, type StackOptions } from '#tools/dev/stack/options.ts';
import { temporaryDirectory } from './temporary-directory.ts';

// No lock becomes stale during a test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function devDir(args: string[] = []) {
  const options = readStackOptions(
    args,
    { DEV_DIR: temporaryDirectory() },
    '/root-of-checkout',
  ) as StackOptions;
  const said: string[] = [];
  const stopping = new AbortController();
  const terminal = { say: (_part: string, text: string) => void said.push(text), signal: stopping.signal };
  const file = (name: string, content = ''): string => {
    const path = join(options.devDir, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  return { options, terminal, said, stopping, file, open: () => openDevDir(options, terminal) };
}

test('a directory in which a stack runs is refused in a sentence that names its process', async () => {
  const { options, open } = devDir();
  const release = await open();
  await expect(open()).rejects.toThrow(
    `A stack already runs in ${options.devDir} (process ${process.pid}): stop that one, or set DEV_DIR to another directory.`,
  );
  await release();
  await (
    await open()
  )();
});

test('[dev-stack.fresh] --fresh removes what the stack itself has put there, and nothing else', async () => {
  const { file, open } = devDir(['--fresh']);
  const [data, secrets, note] = [file('data/mongodb/x'), file('secrets.json'), file('note.txt')];
  await (
    await open()
  )();
  expect([data, secrets, note].map(existsSync)).toEqual([false, false, true]);
});
