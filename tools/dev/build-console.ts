import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const script = join(import.meta.dirname, '../../console/build.ts');

/**
 * Builds the console, unless it is up to date. In a process of its own, because the build reads NODE_ENV.
 * @throws if it cannot be built, with the reason
 */
export async function buildConsole(): Promise<void> {
  const { stderr } = await promisify(execFile)(process.execPath, [script]);
  process.stderr.write(stderr);
}
