import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { SetupProblem } from '../setup-problem.ts';
import { cacheDirectory } from './cache-directory.ts';
import { withProgress } from './with-progress.ts';
import { findOnPath } from './find-on-path.ts';
import type { Maker } from './resolve-binary.ts';

/** A program that is built from source by a toolchain's `install` command. */
export type Build = {
  /** The name of the program, in words. */
  what: string;
  toolchain: 'go' | 'cargo';
  /** The message if the toolchain is missing, as the beginning of a sentence. */
  missing: string;
  /** The alternatives of the user, as the end of a sentence. */
  otherWays: string;
  args: (directory: string) => string[];
  env: (directory: string) => NodeJS.ProcessEnv;
  /** The lines that show progress, and what each of them counts. */
  steps: { called: string; tells: (line: string) => boolean };
  /** The path of the program, in the directory. */
  program: string;
  /** The name under which the output of a failed build is kept in the cache. */
  logName: string;
};

/** A build, which takes all cores for minutes. */
export function build(options: Build): Maker {
  const { what, toolchain, missing, otherWays, args, steps, program, logName } = options;
  return async (directory, { env, log, signal, inBackground }) => {
    const command = await findOnPath(toolchain, env);
    if (command === undefined) throw new SetupProblem(`${missing}: ${otherWays}.`);
    log(`building ${what} with ${toolchain}; this happens once and takes some minutes`);
    let count = 0;
    const onLine = (line: string): void => {
      if (steps.tells(line)) count += 1;
    };
    const logFile = join(directory, 'build.log');
    const [first, before] = inBackground === true ? ['nice', ['-n', '19', command]] : [command, []];
    const toBuild = {
      command: first,
      args: [...before, ...args(directory)],
      env: { ...env, ...options.env(directory) },
      logFile,
    };
    try {
      await withProgress(
        log,
        (elapsed) =>
          `building ${what} with ${toolchain}: ${count} ${steps.called}, ${elapsed}; this happens once`,
        async () => await runCommand({ ...toBuild, onLine, signal }),
      );
    } catch (error) {
      if (signal?.aborted) throw error;
      const kept = join(cacheDirectory(env), logName);
      await rename(logFile, kept);
      throw new SetupProblem(
        `Building ${what} with ${toolchain} failed (${(error as Error).message}; log: ${kept}): ${otherWays}.`,
      );
    }
    return join(directory, program);
  };
}
