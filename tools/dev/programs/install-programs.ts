import { join } from 'node:path';
import { takeLock } from '../processes/lock.ts';
import { runCommand } from '../processes/run-command.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { cacheDirectory } from '../servers/cache-directory.ts';
import { findOnPath } from '../servers/find-on-path.ts';
import { withProgress } from '../servers/with-progress.ts';
import { SetupProblem } from '../setup-problem.ts';
import { installSentence, missingPrograms, type ProgramName, programs } from './programs.ts';

/** apt-get takes one to two minutes for all of them. A mirror that does not answer must not hold up the tests. */
const timeoutMs = 900_000;

export interface InstallOptions {
  log: (line: string) => void;
  env?: NodeJS.ProcessEnv;
  /** The user id of this process. Default: its own. */
  uid?: number | undefined;
}

/**
 * Installs programs with apt-get, as root or with a sudo that asks for no password. Does nothing for those that are
 * there. Of processes that want the same at the same time, one installs and the others wait.
 * @throws SetupProblem that says what to install by hand
 */
export async function installPrograms(
  names: readonly ProgramName[],
  { log, env = process.env, uid = process.getuid?.() }: InstallOptions,
): Promise<void> {
  if ((await missingPrograms(names, env)).length === 0) return;
  const apt = await findOnPath('apt-get', env);
  const sudo = uid === 0 ? [] : [await findOnPath('sudo', env)];
  const missing = await missingPrograms(names, env);
  if (apt === undefined || sudo.includes(undefined)) throw new SetupProblem(installSentence(missing));
  const release = await lockOrPrograms(names, { log, env });
  try {
    const wanted = await missingPrograms(names, env);
    if (wanted.length === 0) return;
    log(`installing ${wanted.join(', ')} with apt-get`);
    await withProgress(
      log,
      (elapsed) => `installing ${wanted.join(', ')}: ${elapsed}`,
      async () => await install(wanted, { prefix: sudo.map((path) => [path ?? '', '-n']).flat(), apt, env }),
    );
    const still = await missingPrograms(names, env);
    if (still.length > 0) throw new SetupProblem(installSentence(still));
  } finally {
    await release();
  }
}

async function lockOrPrograms(
  names: readonly ProgramName[],
  { log, env }: { log: InstallOptions['log']; env: NodeJS.ProcessEnv },
): Promise<() => Promise<void>> {
  let release: (() => Promise<void>) | undefined;
  let told = false;
  const settled = async (): Promise<boolean> => {
    release = await takeLock(join(cacheDirectory(env), 'programs.lock'));
    if (release !== undefined) return true;
    if (!told) log('another process installs programs; waiting for it');
    told = true;
    return (await missingPrograms(names, env)).length === 0;
  };
  await waitUntil(settled, { timeoutMs, everyMs: 500, what: 'the programs are there' });
  return release ?? (async () => {});
}

async function install(
  names: readonly ProgramName[],
  { prefix, apt, env }: { prefix: string[]; apt: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const logFile = join(cacheDirectory(env), 'install-programs.log');
  const run = async (...args: string[]) => {
    const [command = apt, ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      apt,
      '-o',
      'DPkg::Lock::Timeout=300',
      '-o',
      'Acquire::Retries=2',
      ...args,
    ];
    await runCommand({ command, args: rest, env, logFile, timeoutMs });
  };
  try {
    // The lists of a machine can be old, or not there at all.
    await run('update');
    const packages = names.map((name) => programs[name].package);
    await run('install', '--yes', '--no-install-recommends', ...packages);
  } catch (error) {
    throw new SetupProblem(
      `${installSentence(names)} apt-get could not (${(error as Error).message}): see ${logFile}.`,
    );
  }
}
