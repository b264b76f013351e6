import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildForNextStart, chooseMongodb } from '#tools/dev/servers/choose-mongodb.ts';
import { fakeProgram } from '../fake-program.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const stands = 'secantusd-rs-0.5.3-beta.196';

/** A machine without a network, whose Python makes environments. */
function machine() {
  const directory = temporaryDirectory();
  const bin = join(directory, 'bin');
  const said: string[] = [];
  return {
    bin,
    said,
    cached: join(directory, 'cache', 'heddle', stands),
    dataDir: join(directory, 'data'),
    context: {
      env: { PATH: bin, XDG_CACHE_HOME: join(directory, 'cache') },
      log: (line: string) => said.push(line),
    },
  };
}

/** Makes a virtual environment whose Python does nothing. */
const python = `PATH=/usr/bin:/bin
[ "$2" = venv ] || exit 0
mkdir -p "$3/bin" && printf '#!/bin/sh\\nexit 0\\n' >"$3/bin/python" && chmod +x "$3/bin/python"`;

/** A cargo that builds at once. */
const cargo = `PATH=/usr/bin:/bin
while [ $# -gt 0 ]; do [ "$1" = --root ] && root=$2; shift; done
mkdir -p "$root/bin" && printf '#!/bin/sh\\n' >"$root/bin/secantusd-rs"`;

test('[dev-stack.first-start] a first start does not wait for a build', async () => {
  const { bin, dataDir, context } = machine();
  fakeProgram(join(bin, 'python3'), python);
  const { binary, kind } = await chooseMongodb({ dataDir, quickly: true }, context);
  expect(kind).toBe('quick-stand-in');
  expect(binary.source).toMatch(/^SecantusDB in Python, /);
});

test('[dev-stack.first-start] its data stay with the quick server, even when there is a faster one', async () => {
  const { bin, dataDir, cached, context } = machine();
  fakeProgram(join(bin, 'python3'), python);
  fakeProgram(cached);
  mkdirSync(join(dataDir, 'quick-stand-in'), { recursive: true });
  expect(await chooseMongodb({ dataDir, quickly: true }, context)).toMatchObject({ kind: 'quick-stand-in' });
});

test('what is in the cache comes before the quick server, and so do the data that it keeps', async () => {
  const { dataDir, cached, context } = machine();
  fakeProgram(cached);
  expect(await chooseMongodb({ dataDir, quickly: true }, context)).toMatchObject({ kind: 'stand-in' });
  mkdirSync(join(dataDir, 'quick-stand-in'), { recursive: true });
  mkdirSync(join(dataDir, 'stand-in'));
  expect(await chooseMongodb({ dataDir, quickly: true }, context)).toMatchObject({ kind: 'stand-in' });
});

test('where the quick server cannot be installed, the stand-in is built', async () => {
  const { bin, dataDir, said, context } = machine();
  fakeProgram(join(bin, 'cargo'), cargo);
  fakeProgram(join(bin, 'python3'), 'echo "No module named venv" >&2; exit 1');
  expect(await chooseMongodb({ dataDir, quickly: true }, context)).toMatchObject({ kind: 'stand-in' });
  expect(said).toContainEqual(
    expect.stringMatching(/secantusdb could not be installed .*Going on without it\.$/),
  );
});

test('tests never take the quick server', async () => {
  const { bin, dataDir, context } = machine();
  fakeProgram(join(bin, 'cargo'), cargo);
  fakeProgram(join(bin, 'python3'), python);
  expect(await chooseMongodb({ dataDir }, context)).toMatchObject({ kind: 'stand-in' });
});

test('beside data of the quick server, the faster one is built for the next start', async () => {
  const { bin, dataDir, cached, said, context } = machine();
  fakeProgram(join(bin, 'nice'), 'shift 2; exec "$@"');
  fakeProgram(join(bin, 'cargo'), cargo);
  await buildForNextStart(dataDir, context);
  expect(existsSync(cached)).toBe(false);
  mkdirSync(join(dataDir, 'quick-stand-in'), { recursive: true });
  await buildForNextStart(dataDir, context);
  expect(existsSync(cached)).toBe(true);
  expect(said).toEqual([
    'building a stand-in that is twice as fast in the background',
    'a faster stand-in is there: ./temporal-dev.sh --fresh starts it, without the data of this one',
  ]);
});
