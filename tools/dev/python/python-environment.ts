import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { cacheDirectory } from '../servers/cache-directory.ts';
import { SetupProblem } from '../setup-problem.ts';

export interface PythonEnvironment {
  /** Its purpose: part of the name of its directory, and of messages. */
  name: string;
  /** The path of a requirements.txt. Another content makes another environment. */
  requirements: string;
  /** Further arguments for pip. */
  pipArgs?: string[];
  /** The requirements of its packages: `Python 3.10 or newer with venv, and PyPI`. */
  needs: string;
}

/** Installing takes seconds. A registry that does not answer must not hold up the tests for ever. */
const timeoutMs = 600_000;

/**
 * The Python of a cached virtual environment with the required packages, which is created the first time.
 * @throws SetupProblem if it cannot be created
 */
export async function pythonEnvironment(
  { name, requirements, pipArgs = [], needs }: PythonEnvironment,
  log: (line: string) => void,
  { env = process.env, signal }: { env?: NodeJS.ProcessEnv; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const version = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 12);
  const home = join(cacheDirectory(env), `${name}-${version}`);
  const python = join(home, 'bin/python');
  if (existsSync(python)) return python;
  log(`installing ${name} into ${home}`);
  // After the Python of an environment was removed, only a dangling link is left.
  await rm(home, { recursive: true, force: true });
  await mkdir(dirname(home), { recursive: true });
  const directory = await mkdtemp(`${home}.making-`);
  try {
    const common = { env, logFile: join(directory, 'install.log'), timeoutMs, signal };
    await runCommand({ ...common, command: 'python3', args: ['-m', 'venv', directory] });
    await runCommand({
      ...common,
      command: join(directory, 'bin/python'),
      args: [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        // Without a network it says so within a minute.
        '--retries',
        '2',
        '--timeout',
        '15',
        ...pipArgs,
        '-r',
        requirements,
      ],
    });
    // Another process may have been first. Its environment is equivalent.
    await rename(directory, home).catch(() => {});
    return python;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new SetupProblem(
      `${name} could not be installed (${(error as Error).message}): it needs ${needs}.`,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
