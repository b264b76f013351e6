import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BinarySource, type Maker, resolveBinary } from '#tools/dev/servers/resolve-binary.ts';
import { mongodbSources } from '#tools/dev/servers/resolve-mongodb.ts';
import { temporalSources } from '#tools/dev/servers/resolve-temporal.ts';
import { fakeProgram } from '../fake-program.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** A machine with an empty PATH and an empty cache, which records all messages. */
function emptyMachine() {
  const directory = temporaryDirectory();
  const said: string[] = [];
  return {
    bin: join(directory, 'bin'),
    cache: join(directory, 'cache', 'heddle'),
    said,
    context: {
      env: { PATH: join(directory, 'bin'), XDG_CACHE_HOME: join(directory, 'cache') },
      log: (line: string) => said.push(line),
    },
  };
}

const works = (name: string): Maker => {
  return (directory) => Promise.resolve(fakeProgram(join(directory, name)));
};
const fails: Maker = () => Promise.reject(new Error('no way to the host'));

function sources(makers: { download?: Maker; build?: Maker }): BinarySource[] {
  return [
    { from: 'path', program: 'server' },
    { from: 'download', cachedAs: 'downloaded-1', make: makers.download ?? fails },
    { from: 'build', cachedAs: 'built-1', make: makers.build ?? fails },
  ];
}

describe('where a server is taken from', () => {
  test('PATH comes first', async () => {
    const { bin, cache, context } = emptyMachine();
    fakeProgram(join(bin, 'server'));
    fakeProgram(join(cache, 'built-1'));
    const { binary } = await resolveBinary(sources({}), context);
    expect(binary).toEqual({ path: join(bin, 'server'), source: `server on PATH, ${join(bin, 'server')}` });
  });

  test('what a build left in the cache spares the download', async () => {
    const { cache, said, context } = emptyMachine();
    fakeProgram(join(cache, 'built-1'));
    const { binary, from } = await resolveBinary(sources({ download: works('x') }), context);
    expect(binary.path).toBe(join(cache, 'built-1'));
    expect(from.from).toBe('build');
    expect(said).toEqual([]);
  });

  test('a download comes before a build, and is in the cache from then on', async () => {
    const { cache, context } = emptyMachine();
    const first = await resolveBinary(sources({ download: works('x') }), context);
    expect(first.binary.source).toBe(`downloaded-1, just downloaded, ${join(cache, 'downloaded-1')}`);
    const second = await resolveBinary(sources({}), context);
    expect(second.binary.source).toBe(`downloaded-1, from the cache, ${join(cache, 'downloaded-1')}`);
  });

  test('a download that fails is followed by the build', async () => {
    const { cache, said, context } = emptyMachine();
    const { binary } = await resolveBinary(sources({ build: works('x') }), context);
    expect(binary.source).toBe(`built-1, just built, ${join(cache, 'built-1')}`);
    expect(said).toEqual(['no way to the host; going on without the download']);
  });

  test('a mongod before 8.0 is passed over, with a word about it', async () => {
    const { bin, cache, said, context } = emptyMachine();
    fakeProgram(join(bin, 'mongod'), 'echo "db version v7.0.2"');
    fakeProgram(join(cache, 'secantusd-rs-0.5.3-beta.196'));
    const { from } = await resolveBinary(mongodbSources, context);
    expect(from.kind).toBe('stand-in');
    expect(said).toEqual([`${join(bin, 'mongod')} is not used: db version v7.0.2 is older than v8.0`]);
  });
});

describe('without a toolchain to build with', () => {
  const builds = <Source extends BinarySource>(all: Source[]) => all.filter(({ from }) => from === 'build');

  test('one sentence says how to have Temporal', async () => {
    const { context } = emptyMachine();
    await expect(resolveBinary(builds(temporalSources), context)).rejects.toThrow(
      'There is no Temporal here, none could be downloaded, and there is no Go to build one with: ' +
        'install Temporal’s CLI (https://docs.temporal.io/cli) or set TEMPORAL_ADDRESS.',
    );
  });

  test('a build that fails says why and keeps its log', async () => {
    const { bin, cache, context } = emptyMachine();
    fakeProgram(join(bin, 'go'), 'echo "no route to the module proxy" >&2; exit 1');
    await expect(resolveBinary(builds(temporalSources), context)).rejects.toThrow(
      `Building Temporal with go failed (exit code 1: no route to the module proxy; log: ${join(cache, 'build-temporal.log')})`,
    );
  });
});
