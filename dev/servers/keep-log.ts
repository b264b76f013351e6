import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDirectory } from './cache-directory.ts';

/** Moves a failed build's log out of the directory that is removed with the build. Returns its new path. */
export async function keepLog(logFile: string, env: NodeJS.ProcessEnv, name: string): Promise<string> {
  const kept = join(cacheDirectory(env), name);
  await rename(logFile, kept);
  return kept;
}
