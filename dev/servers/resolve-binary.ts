import { join } from 'node:path';
import { cacheDirectory } from './cache-directory.ts';
import { findOnPath, isProgram } from './find-on-path.ts';
import { type MakeContext, makeOnce } from './make-once.ts';

/** The context for finding, downloading and building. */
export type ResolveContext = MakeContext & { env: NodeJS.ProcessEnv };

/** A program to start, and its origin, in words for the terminal. */
export type Binary = { path: string; source: string };

/** Creates the program somewhere in the given directory and returns its path. */
export type Maker = (directory: string, context: ResolveContext) => Promise<string>;

/** One way to get a server. They are tried in the order of the list. */
export type BinarySource =
  /** `unfit` says why the found program cannot be used, or returns undefined if it can. */
  | { from: 'path'; program: string; unfit?: (path: string) => Promise<string | undefined> }
  | { from: 'download' | 'build'; cachedAs: string; make: Maker };

/**
 * Tries the sources in order, but uses PATH and the cache before it downloads or builds anything. A failed download is
 * skipped; a failed build ends the search.
 * @returns the binary, and its source
 * @throws what the build throws
 */
export async function resolveBinary<Source extends BinarySource>(
  sources: Source[],
  context: ResolveContext,
): Promise<{ binary: Binary; from: Source }> {
  for (const from of sources) {
    const binary = await found(from, context);
    if (binary !== undefined) return { from, binary };
  }
  for (const from of sources) {
    if (from.from === 'path') continue;
    const path = join(cacheDirectory(context.env), from.cachedAs);
    try {
      const madeHere = await makeOnce(path, (directory) => from.make(directory, context), context);
      const how = madeHere ? (from.from === 'download' ? 'just downloaded' : 'just built') : 'from the cache';
      return { from, binary: { path, source: `${from.cachedAs}, ${how}, ${path}` } };
    } catch (error) {
      if (from.from === 'build' || context.signal?.aborted) throw error;
      context.log(`${(error as Error).message}; going on without the download`);
    }
  }
  throw new Error('the last source must be a build');
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
