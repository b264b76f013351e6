import { join } from 'node:path';
import { cacheDirectory } from './cache-directory.ts';
import { findOnPath, isProgram } from './find-on-path.ts';
import { type MakeContext, makeOnce } from './make-once.ts';

/** The context for finding, downloading and building. */
export type ResolveContext = MakeContext & { env: NodeJS.ProcessEnv };

/** A program to start, and its origin, in words for the terminal. */
export type Binary = {
  path: string;
  source: string;
  /** Arguments before its own ones. Default: none. */
  before?: string[];
};

/** Creates the program somewhere in the given directory and returns its path. */
export type Maker = (directory: string, context: ResolveContext) => Promise<string>;

/** One way to get a server. They are tried in the order of the list. */
export type BinarySource =
  /** `unfit` says why the found program cannot be used, or returns undefined if it can. */
  | { from: 'path'; program: string; unfit?: (path: string) => Promise<string | undefined> }
  | { from: 'download' | 'build'; cachedAs: string; make: Maker };

/** A binary, and the source that it comes from. */
export type Resolved<Source extends BinarySource> = { binary: Binary; from: Source };

/**
 * Tries the sources in order, but uses PATH and the cache before it downloads or builds anything. A failed download is
 * skipped; a failed build ends the search.
 * @throws what the build throws
 */
export async function resolveBinary<Source extends BinarySource>(
  sources: Source[],
  context: ResolveContext,
): Promise<Resolved<Source>> {
  const ready = await readyBinary(sources, context);
  if (ready !== undefined) return ready;
  const from = sources.find((source) => source.from === 'build');
  if (from === undefined) throw new Error('one of the sources must be a build');
  return await make(from, context);
}

/** The same without a build: undefined if nothing else is left. */
export async function readyBinary<Source extends BinarySource>(
  sources: Source[],
  context: ResolveContext,
): Promise<Resolved<Source> | undefined> {
  const existing = await existingBinary(sources, context);
  if (existing !== undefined) return existing;
  for (const from of sources) {
    if (from.from !== 'download') continue;
    try {
      return await make(from, context);
    } catch (error) {
      if (context.signal?.aborted) throw error;
      context.log(`${(error as Error).message}; going on without the download`);
    }
  }
  return undefined;
}

/** The first that is on PATH or in the cache. */
export async function existingBinary<Source extends BinarySource>(
  sources: Source[],
  context: ResolveContext,
): Promise<Resolved<Source> | undefined> {
  for (const from of sources) {
    const binary = await found(from, context);
    if (binary !== undefined) return { from, binary };
  }
  return undefined;
}

async function make<Source extends BinarySource>(
  from: Source,
  context: ResolveContext,
): Promise<Resolved<Source>> {
  if (from.from === 'path') throw new Error('a program on PATH is not made');
  const path = join(cacheDirectory(context.env), from.cachedAs);
  const madeHere = await makeOnce(path, (directory) => from.make(directory, context), context);
  const how = madeHere ? (from.from === 'download' ? 'just downloaded' : 'just built') : 'from the cache';
  return { from, binary: { path, source: `${from.cachedAs}, ${how}, ${path}` } };
}

/** A binary that already exists, on PATH or in the cache. */
async function found(from: BinarySource, { env, log }: ResolveContext): Promise<Binary | undefined> {
  if (from.from !== 'path') {
    const path = join(cacheDirectory(env), from.cachedAs);
    return (await isProgram(path))
      ? { path, source: `${from.cachedAs}, from the cache, ${path}` }
      : undefined;
  }
  const path = await findOnPath(from.program, env);
  if (path === undefined) return undefined;
  const reason = await from.unfit?.(path);
  if (reason === undefined) return { path, source: `${from.program} on PATH, ${path}` };
  log(`${path} is not used: ${reason}`);
  return undefined;
}
