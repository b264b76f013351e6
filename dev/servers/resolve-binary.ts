import type { ResolveContext } from './resolve-context.ts';
import { join } from 'node:path';
import { cacheDirectory } from './cache-directory.ts';
import { findOnPath, isProgram } from './find-on-path.ts';
import { makeOnce } from './make-once.ts';

/** A program to start, and its origin, in words for the terminal. */
export type Binary = { path: string; source: string };

/** Creates the program somewhere in the given directory and returns its path. */
export type Maker = (directory: string, context: ResolveContext) => Promise<string>;

/** Why the found program cannot be used, or undefined if it can. */
export type UnfitCheck = (path: string) => Promise<string | undefined>;

/** One way to get a server. They are tried in the order of the list. */
export type BinarySource =
  | { from: 'path'; program: string; unfit?: UnfitCheck }
  | { from: 'download' | 'build'; cachedAs: string; make: Maker };

/** A binary and its source. */
export type ResolvedBinary<Source extends BinarySource> = { binary: Binary; from: Source };

/**
 * Tries the sources in order, but uses the cache before it downloads or builds anything. A failed download is skipped;
 * a failed build ends the search.
 * @throws what the build throws.
 */
export async function resolveBinary<Source extends BinarySource>(
  sources: Source[],
  context: ResolveContext,
): Promise<ResolvedBinary<Source>> {
  const found = (await onPath(sources, context)) ?? (await inCache(sources, context));
  return found ?? made(sources, context);
}

async function onPath<Source extends BinarySource>(
  sources: Source[],
  { env, log }: ResolveContext,
): Promise<ResolvedBinary<Source> | undefined> {
  for (const from of sources) {
    if (from.from !== 'path') continue;
    const path = await findOnPath(from.program, env);
    if (path === undefined) continue;
    const reason = await from.unfit?.(path);
    if (reason === undefined) return { from, binary: { path, source: `${from.program} on PATH, ${path}` } };
    log(`${path} is not used: ${reason}`);
  }
  return undefined;
}

async function inCache<Source extends BinarySource>(
  sources: Source[],
  { env }: ResolveContext,
): Promise<ResolvedBinary<Source> | undefined> {
  for (const from of sources) {
    if (from.from === 'path') continue;
    const path = join(cacheDirectory(env), from.cachedAs);
    if (await isProgram(path))
      return { from, binary: { path, source: `${from.cachedAs}, from the cache, ${path}` } };
  }
  return undefined;
}

async function made<Source extends BinarySource>(
  sources: Source[],
  context: ResolveContext,
): Promise<ResolvedBinary<Source>> {
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
