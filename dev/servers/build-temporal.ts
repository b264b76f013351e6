import { join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { SetupProblem } from '../setup-problem.ts';
import { findOnPath } from './find-on-path.ts';
import { keepLog } from './keep-log.ts';
import type { Maker } from './resolve-binary.ts';
import { showProgress } from './show-progress.ts';

/** Later tags have a `replace` in go.mod, which `go install` refuses. */
export const temporalVersion = '1.5.1';

const otherWays = 'install Temporal’s CLI (https://docs.temporal.io/cli) or set TEMPORAL_ADDRESS';

/** Builds Temporal's CLI, including its server and web UI, from source, which takes all cores for minutes. */
export const buildTemporal: Maker = async (directory, { env, log, signal }) => {
  const go = await findOnPath('go', env);
  if (go === undefined) {
    throw new SetupProblem(
      `There is no Temporal here, none could be downloaded, and there is no Go to build one with: ${otherWays}.`,
    );
  }
  log('building Temporal with go; this happens once and takes some minutes');
  let packages = 0;
  const done = showProgress(
    log,
    (elapsed) => `building Temporal with go: ${packages} packages, ${elapsed}; this happens once`,
  );
  const logFile = join(directory, 'build.log');
  try {
    const args = [
      'install',
      '-v',
      '-ldflags',
      '-s -w',
      `github.com/temporalio/cli/cmd/temporal@v${temporalVersion}`,
    ];
    const onLine = (line: string): void => {
      // With -v, go prints the path of each package that it compiles. No other line has that form.
      if (!line.includes(' ')) packages += 1;
    };
    await runCommand({ command: go, args, env: { ...env, GOBIN: directory }, logFile, onLine, signal });
    return join(directory, 'temporal');
  } catch (error) {
    if (signal?.aborted) throw error;
    const kept = await keepLog(logFile, env, 'build-temporal.log');
    throw new SetupProblem(
      `Building Temporal with go failed (${(error as Error).message}; log: ${kept}): ${otherWays}.`,
    );
  } finally {
    done();
  }
};
