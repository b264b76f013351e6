import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installPrograms } from '#tools/dev/programs/install-programs.ts';
import { needPrograms, type ProgramName } from '#tools/dev/programs/programs.ts';
import { SetupProblem } from '#tools/dev/setup-problem.ts';
import { fakeProgram } from '../fake-program.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const all: ProgramName[] = ['espeak-ng', 'ffmpeg'];

/**
 * A machine with an apt-get that notes its calls and installs what it is asked for. The programs of this machine would
 * hide that others are missing, so PATH has only the fakes.
 */
function machine() {
  const root = temporaryDirectory();
  const bin = join(root, 'bin');
  const calls = join(root, 'calls');
  fakeProgram(join(bin, 'env'), 'shift; exec "$@"');
  fakeProgram(
    join(bin, 'apt-get'),
    `echo "$@" >>${calls}
     case "$*" in *install*)
       for name in espeak-ng ffmpeg; do
         case "$*" in *$name*) echo '#!/bin/sh' >${bin}/$name; /bin/chmod +x ${bin}/$name ;; esac
       done
     esac`,
  );
  const env = { PATH: bin, XDG_CACHE_HOME: join(root, 'cache') };
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  return {
    bin,
    env,
    lines,
    install: async (uid = 0) => await installPrograms(all, { env, uid, log }),
    called: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
  };
}

test('[dev-stack.npm-test] what is missing is installed with apt-get, and a second call does nothing', async () => {
  const { bin, install, called, lines } = machine();
  fakeProgram(join(bin, 'ffmpeg'));
  await install();
  await install();
  expect(called()).toEqual([
    '-o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 update',
    '-o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 install --yes --no-install-recommends espeak-ng',
  ]);
  expect(lines).toEqual(['installing espeak-ng with apt-get']);
});

const sentence =
  'Not installed: espeak-ng (speaks for VOICE_PROVIDER=local), ffmpeg (decodes recordings for VOICE_PROVIDER=local). Install it with "sudo apt-get install espeak-ng ffmpeg"';

test.each([
  ['without apt-get', 0, (bin: string) => rmSync(join(bin, 'apt-get'))],
  ['without root and sudo', 1000, () => undefined],
  [
    'where apt-get fails',
    0,
    (bin: string) => void fakeProgram(join(bin, 'apt-get'), 'echo no network; exit 100'),
  ],
  ['where apt-get installs nothing', 0, (bin: string) => void fakeProgram(join(bin, 'apt-get'))],
])('%s one sentence says what to install', async (_, uid, change) => {
  const { bin, install } = machine();
  change(bin);
  const installing = install(uid);
  await expect(installing).rejects.toThrow(SetupProblem);
  await expect(installing).rejects.toThrow(sentence);
});

test('what needs a program that is not there fails with the same sentence', async () => {
  const { env, bin } = machine();
  await expect(needPrograms(all, env)).rejects.toThrow(sentence);
  for (const name of all) fakeProgram(join(bin, name));
  await expect(needPrograms(all, env)).resolves.toBeUndefined();
});
