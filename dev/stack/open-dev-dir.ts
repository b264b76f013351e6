import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rotateLog } from '../processes/log-file.ts';
import { type ProcessLock, takeLock } from '../processes/process-lock.ts';
import { SetupProblem } from '../setup-problem.ts';
import type { StackOptions } from './options.ts';
import { type PartName, partNames } from './part-names.ts';
import { ProcessRecord } from './process-record.ts';
import type { Say } from './say.ts';
import { removeStackFile } from './stack-file.ts';

/** What this run alone works with until it ends. */
export type DevDir = {
  path: string;
  lock: ProcessLock;
  record: ProcessRecord;
};

/**
 * Takes the directory for this run, and clears it of what an earlier one left running or, with --fresh, of its data.
 * @throws SetupProblem when another stack runs in it
 */
export async function openDevDir({ devDir, fresh, env }: StackOptions, say: Say): Promise<DevDir> {
  mkdirSync(devDir, { recursive: true });
  const lock = await takeLock(join(devDir, 'stack.lock'));
  if (!lock.taken) {
    throw new SetupProblem(
      `A stack already runs in ${devDir} (process ${lock.pid}): stop that one, or set DEV_DIR to another directory.`,
    );
  }
  removeStackFile(devDir);
  const record = new ProcessRecord(devDir);
  await record.stopLeftOvers(say);
  if (fresh) removeData(devDir, env, say);
  for (const part of partNames) rotateLog(logFileOf(devDir, part));
  return { path: devDir, lock, record };
}

/** Where a part's output goes. */
export function logFileOf(devDir: string, part: PartName): string {
  return join(devDir, 'logs', `${part}.log`);
}

/** Removes only what the stack itself puts there: DEV_DIR may be any directory. */
function removeData(devDir: string, env: NodeJS.ProcessEnv, say: Say): void {
  for (const name of ['data', 'logs', 'secrets.json']) {
    rmSync(join(devDir, name), { recursive: true, force: true });
  }
  say('stack', 'starting without the data of earlier runs');
  for (const variable of ['MONGODB_URI', 'TEMPORAL_ADDRESS']) {
    if (env[variable]) say('stack', `what is in the server of ${variable} stays: it is not the stack’s own`);
  }
}
