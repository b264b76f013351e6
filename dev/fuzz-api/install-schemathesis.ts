import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { cacheDirectory } from '../servers/cache-directory.ts';
import { SetupProblem } from '../setup-problem.ts';

/** The version that requirements.txt pins, with all its dependencies. */
const version = '4.32.5';

/**
 * The Python of a cached environment with Schemathesis, which is created from requirements.txt the first time.
 * @throws SetupProblem if it cannot be created
 */
export async function installSchemathesis(log: (line: string) => void): Promise<string> {
  const home = join(cacheDirectory(process.env), `schemathesis-${version}`);
  const python = join(home, 'bin/python');
  if (existsSync(python)) return python;
  log(`installing Schemathesis ${version} into ${home}`);
  await mkdir(dirname(home), { recursive: true });
  const directory = await mkdtemp(`${home}.making-`);
  try {
    await make(directory);
    // Another process may have been first. Its environment is equivalent.
    await rename(directory, home).catch(() => {});
    return python;
  } catch (error) {
    throw new SetupProblem(
      `Schemathesis could not be installed (${(error as Error).message}): it needs Python 3.10 or newer with venv, and PyPI.`,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function make(directory: string): Promise<void> {
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const common = { env: process.env, logFile: join(directory, 'install.log') };
  await runCommand({ ...common, command: 'python3', args: ['-m', 'venv', directory] });
  await runCommand({
    ...common,
    command: join(directory, 'bin/python'),
    args: ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements],
  });
}
