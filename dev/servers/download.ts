import { join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import type { Maker } from './resolve-binary.ts';
import { showProgress } from './show-progress.ts';

const connectTimeoutMs = 4_000;
const downloadTimeoutMs = 600_000;

/**
 * A download that gives up within seconds if the network cannot reach the host. Otherwise it runs the given script in a
 * process of its own, because the libraries that download cannot be stopped. The script receives the directory as its
 * argument and puts the program there as `program`.
 */
export function download(what: string, host: string, script: string): Maker {
  return async (directory, { env, log, signal }) => {
    log(`trying to download ${what}`);
    const done = showProgress(log, (elapsed) => `downloading ${what}: ${elapsed}; this happens once`);
    // The libraries download through a proxy if one is set, so the check of the host must too.
    const inChild = {
      env: { ...env, NODE_USE_ENV_PROXY: '1' },
      logFile: join(directory, 'download.log'),
      signal,
    };
    const look = `await fetch('https://${host}', { method: 'HEAD' })`;
    try {
      await runCommand({
        ...inChild,
        command: process.execPath,
        args: ['--input-type=module', '--eval', look],
        timeoutMs: connectTimeoutMs,
      }).catch((error: unknown) => {
        throw new Error(`${host} cannot be reached`, { cause: error });
      });
      await runCommand({
        ...inChild,
        command: process.execPath,
        args: [join(import.meta.dirname, script), directory],
        timeoutMs: downloadTimeoutMs,
      }).catch((error: unknown) => {
        throw new Error(`the download of ${what} failed (${(error as Error).message})`, { cause: error });
      });
      return join(directory, 'program');
    } finally {
      done();
    }
  };
}
