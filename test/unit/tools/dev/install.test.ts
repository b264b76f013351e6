import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeProgram } from './fake-program.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const script = join(import.meta.dirname, '../../../../tools/dev/install.sh');

/** A checkout with an npm that notes its calls and makes a node_modules with a `node` that runs. */
function checkout() {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'tools', 'dev'), { recursive: true });
  copyFileSync(script, join(root, 'tools', 'dev', 'install.sh'));
  writeFileSync(join(root, 'package-lock.json'), '{"first":true}');
  const bin = join(root, 'bin');
  fakeProgram(
    join(bin, 'npm'),
    `echo "$1" >>calls
     mkdir -p node_modules/.bin
     touch node_modules/.package-lock.json
     printf '#!/bin/sh\\necho v24\\n' >node_modules/.bin/node
     chmod +x node_modules/.bin/node`,
  );
  const install = (path = `${bin}:/usr/bin:/bin`): string =>
    execFileSync('/bin/sh', [join(root, 'tools', 'dev', 'install.sh')], {
      env: { PATH: path },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const calls = (): string[] =>
    existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [];
  return { root, install, calls };
}

test('a fresh checkout gets its dependencies, and a second call does nothing', () => {
  const { install, calls } = checkout();
  install();
  install();
  expect(calls()).toEqual(['ci']);
});

test('a lock file that changed is followed', () => {
  const { root, install, calls } = checkout();
  install();
  writeFileSync(join(root, 'package-lock.json'), '{"second":true}');
  install();
  expect(calls()).toEqual(['ci', 'ci']);
});

test('a network that fails for a while is tried again, and one that is away is an error', () => {
  const { root, install, calls } = checkout();
  const npm = readFileSync(join(root, 'bin', 'npm'), 'utf8');
  const failing = (times: number) =>
    npm.replace('echo "$1" >>calls', `echo "$1" >>calls\n[ "$(wc -l <calls)" -gt ${times} ] || exit 1`);
  writeFileSync(join(root, 'bin', 'npm'), failing(3));
  expect(() => install()).toThrow('npm ci failed; trying again');
  expect(calls()).toEqual(['ci', 'ci', 'ci']);
  writeFileSync(join(root, 'bin', 'npm'), failing(4));
  install();
  expect(calls()).toEqual(['ci', 'ci', 'ci', 'ci', 'ci']);
});

test('without npm one sentence says what to install', () => {
  const { root, install } = checkout();
  const tools = join(root, 'path');
  mkdirSync(tools);
  for (const tool of ['cat', 'cksum', 'dirname', 'find', 'sh']) {
    const path = ['/usr/bin', '/bin'].map((directory) => join(directory, tool)).find(existsSync);
    if (path !== undefined) symlinkSync(path, join(tools, tool));
  }
  expect(() => install(tools)).toThrow(
    'npm is missing: install Node.js (https://nodejs.org), then run this again.',
  );
});
