import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../processes/lock.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { SetupProblem } from '../setup-problem.ts';
import type { StackOptions } from './options.ts';
import { type PartName, partNames } from './part-names.ts';
import type { Say } from './say.ts';
import { removeStackFile } from './stack-file.ts';

/** Longer than the lock of a killed stack lasts. */
const lockTimeoutMs = 60_000;

/**
 * Takes the directory for this run, and removes an earlier run's stack.json and, with --fresh, its data. The logs of
 * the last run are kept as `<file>.1`.
 * @returns a function that releases the directory
 * @throws SetupProblem if another stack runs in it
 */
export async function openDevDir(
  { devDir, fresh, env }: StackOptions,
  { say, signal }: { say: Say; signal: AbortSignal },
): Promise<() => Promise<void>> {
  mkdirSync(devDir, { recursive: true });
  const release = await lockDevDir(devDir, { say, signal });
  removeStackFile(devDir);
  if (fresh) removeData(devDir, env, say);
  for (const part of partNames) {
    const file = logFileOf(devDir, part);
    if (existsSync(file)) renameSync(file, `${file}.1`);
  }
  return release;
}

/** Waits for the lock of a killed stack, whose parts take some seconds to end. */
async function lockDevDir(
  devDir: string,
  { say, signal }: { say: Say; signal: AbortSignal },
): Promise<() => Promise<void>> {
  const pidFile = join(devDir, 'stack.pid');
  let release: (() => Promise<void>) | undefined;
  let told = false;
  const taken = async (): Promise<boolean> => {
    release = await takeLock(join(devDir, 'stack.lock'));
    if (release !== undefined) return true;
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
    if (pid > 0 && runs(pid)) {
      throw new SetupProblem(
        `A stack already runs in ${devDir} (process ${pid}): stop that one, or set DEV_DIR to another directory.`,
      );
    }
    if (!told) say('stack', 'waiting until the parts of a stack that was killed have ended');
    told = true;
    return false;
  };
  await waitUntil(taken, { timeoutMs: lockTimeoutMs, everyMs: 500, what: `${devDir} is free`, signal });
  writeFileSync(pidFile, String(process.pid));
  return async () => {
    rmSync(pidFile, { force: true });
    await release?.();
  };
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The log file of a part. */
export function logFileOf(devDir: string, part: PartName): string {
  return join(devDir, 'logs', `${part}.log`);
}

/** Removes only what the stack itself creates, because DEV_DIR can be any directory. */
function removeData(devDir: string, env: NodeJS.ProcessEnv, say: Say): void {
  for (const name of ['data', 'logs', 'secrets.json']) {
    rmSync(join(devDir, name), { recursive: true, force: true });
  }
  say('stack', 'starting without the data of earlier runs');
  for (const variable of ['MONGODB_URI', 'TEMPORAL_ADDRESS']) {
    if (env[variable]) say('stack', `what is in the server of ${variable} stays: it is not the stack’s own`);
  }
}
