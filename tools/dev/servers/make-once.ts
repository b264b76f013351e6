import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { takeLock } from '../processes/lock.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { isProgram } from './find-on-path.ts';

const anHour = 3_600_000;

/** The context for making a program. */
export type MakeContext = {
  /** Receives progress, a line at a time. */
  log: (line: string) => void;
  /** Ends a download or a build. */
  signal?: AbortSignal | undefined;
  /** Whether a build is to leave the cores to others. Default: false. */
  inBackground?: boolean | undefined;
};

/**
 * Lets `make` put a program into a directory of its own, and moves it to `path` when it is complete. If several
 * processes want the same program, one makes it and the others wait.
 * @returns whether it was made here
 * @throws what `make` throws.
 */
export async function makeOnce(
  path: string,
  make: (directory: string) => Promise<string>,
  { log, signal }: MakeContext,
): Promise<boolean> {
  const release = await lockOrProgram(path, { log, signal });
  if (release === undefined) return false;
  try {
    await removeUnfinished(path);
    const directory = await mkdtemp(`${path}.making-`);
    try {
      const made = await make(directory);
      await chmod(made, 0o755);
      await rename(made, path);
      return true;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  } finally {
    await release();
  }
}

/** A function that releases the lock to make it, or undefined if another process made it meanwhile. */
async function lockOrProgram(
  path: string,
  { log, signal }: MakeContext,
): Promise<(() => Promise<void>) | undefined> {
  let release: (() => Promise<void>) | undefined;
  let told = false;
  const settled = async (): Promise<boolean> => {
    release = await takeLock(`${path}.lock`);
    if (release !== undefined) return true;
    if (!told) log(`another process is making ${basename(path)}; waiting for it`);
    told = true;
    return isProgram(path);
  };
  await waitUntil(settled, { timeoutMs: anHour, everyMs: 500, what: `${path} is there`, signal });
  if (release === undefined || !(await isProgram(path))) return release;
  await release();
  return undefined;
}

/** Removes what a killed process left behind. */
async function removeUnfinished(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.making-`)) continue;
    await rm(join(dirname(path), name), { recursive: true, force: true });
  }
}
