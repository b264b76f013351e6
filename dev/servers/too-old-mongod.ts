import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const oldestMajor = 8;

/** Why this mongod cannot be used, or undefined if it can: store/ needs a command of MongoDB 8.0. */
export async function tooOldMongod(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
    const version = /db version v(\d+)\.\S+/.exec(stdout);
    if (version === null) return 'it does not tell its version';
    const [words, major] = version;
    return Number(major) < oldestMajor ? `${words} is older than v${oldestMajor}.0` : undefined;
  } catch (error) {
    return `it does not run (${(error as Error).message.trim()})`;
  }
}
