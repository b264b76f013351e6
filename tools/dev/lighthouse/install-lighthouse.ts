import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { cacheDirectory } from '../servers/cache-directory.ts';
import { SetupProblem } from '../setup-problem.ts';

const program = join(import.meta.dirname, 'program');
const files = ['package.json', 'package-lock.json'];
const timeoutMs = 600_000;

/**
 * Lighthouse, installed into the cache the first time: it has more than a hundred packages, which nothing else needs.
 *
 * @returns the path of its command, which Node runs
 * @throws {SetupProblem} if it cannot be installed
 */
export async function installLighthouse(log: (line: string) => void): Promise<string> {
  const lock = await readFile(join(program, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const home = join(cacheDirectory(process.env), `lighthouse-${version}`);
  const command = join(home, 'node_modules/lighthouse/cli/index.js');
  if (existsSync(command)) return command;
  log(`installing Lighthouse into ${home}`);
  await mkdir(dirname(home), { recursive: true });
  const directory = await mkdtemp(`${home}.making-`);
  try {
    for (const file of files) await copyFile(join(program, file), join(directory, file));
    await runCommand({
      command: 'npm',
      args: ['ci', '--prefix', directory, '--ignore-scripts', '--no-audit', '--no-fund'],
      env: process.env,
      logFile: join(directory, 'install.log'),
      timeoutMs,
    });
    // Another process may have been first. Its installation is the same.
    await rename(directory, home).catch(() => {});
    return command;
  } catch (error) {
    throw new SetupProblem(
      `Lighthouse could not be installed (${(error as Error).message}): it needs npm and its registry.`,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
