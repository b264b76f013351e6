import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';

/**
 * A lock that has not been renewed for this long belongs to a killed process. Its children have ended too, because its
 * guard gives them ten seconds.
 */
const staleMs = 15_000;
const renewMs = 2_000;

/**
 * Takes the lock file unless another process has it.
 * @returns a function that releases it, or undefined if another process has it
 */
export async function takeLock(file: string): Promise<(() => Promise<void>) | undefined> {
  await mkdir(dirname(file), { recursive: true });
  try {
    return await lock(file, { lockfilePath: file, realpath: false, stale: staleMs, update: renewMs });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return undefined;
    throw error;
  }
}
