import { join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { SetupProblem } from '../setup-problem.ts';
import { findOnPath } from './find-on-path.ts';
import { keepLog } from './keep-log.ts';
import type { Maker } from './resolve-binary.ts';
import { showProgress } from './show-progress.ts';

/**
 * The stand-in for MongoDB: a beta version under GPL-2.0, which runs beside the project in development and tests and is
 * never part of it.
 */
export const standInVersion = '0.5.3-beta.196';

const otherWays = 'install MongoDB (https://www.mongodb.com/docs/manual/installation/) or set MONGODB_URI';

// Two thirds of the build time of the crate's own profile, and hardly slower at run time.
const fastProfile = {
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '2',
};

/** Builds a server that speaks MongoDB's protocol over WiredTiger, which takes all cores for minutes. */
export const buildMongodbStandIn: Maker = async (directory, { env, log, signal }) => {
  const cargo = await findOnPath('cargo', env);
  if (cargo === undefined) {
    throw new SetupProblem(
      `There is no MongoDB here, none could be downloaded, and there is no Rust to build a stand-in with: ${otherWays}.`,
    );
  }
  log('building a stand-in for MongoDB with cargo; this happens once and takes some minutes');
  let crates = 0;
  const done = showProgress(
    log,
    (elapsed) => `building the MongoDB stand-in with cargo: ${crates} crates, ${elapsed}; this happens once`,
  );
  const logFile = join(directory, 'build.log');
  try {
    const args = [
      'install',
      'secantus-mdb',
      '--version',
      standInVersion,
      '--ignore-rust-version',
      '--locked',
    ];
    const onLine = (line: string): void => {
      if (/^\s*Compiling /.test(line)) crates += 1;
    };
    await runCommand({
      command: cargo,
      args: [...args, '--root', directory, '--target-dir', join(directory, 'target')],
      env: { ...env, ...fastProfile, CARGO_TERM_COLOR: 'never' },
      logFile,
      onLine,
      signal,
    });
    return join(directory, 'bin', 'secantusd-rs');
  } catch (error) {
    if (signal?.aborted) throw error;
    const kept = await keepLog(logFile, env, 'build-mongodb.log');
    throw new SetupProblem(
      `Building the MongoDB stand-in with cargo failed (${(error as Error).message}; log: ${kept}): ${otherWays}.`,
    );
  } finally {
    done();
  }
};
