import { join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import type { Maker } from './resolve-binary.ts';
import { withProgress } from './with-progress.ts';

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
    const node = async (args: string[], timeoutMs: number) =>
      await runCommand({
        command: process.execPath,
        args,
        // The libraries download through a proxy if one is set, so the check of the host must too.
        env: { ...env, NODE_USE_ENV_PROXY: '1' },
        logFile: join(directory, 'download.log'),
        timeoutMs,
        signal,
      });
    const failed = (message: string) => (cause: unknown) => {
      throw new Error(message.replace('{}', (cause as Error).message), { cause });
    };
    const look = ['--input-type=module', '--eval', `await fetch('https://${host}', { method: 'HEAD' })`];
    await withProgress(
      log,
      (elapsed) => `downloading ${what}: ${elapsed}; this happens once`,
      async () => {
        await node(look, connectTimeoutMs).catch(failed(`${host} cannot be reached`));
        await node([join(import.meta.dirname, script), directory], downloadTimeoutMs).catch(
          failed(`the download of ${what} failed ({})`),
        );
      },
    );
    return join(directory, 'program');
  };
}
