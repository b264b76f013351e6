import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSameProcess, processFingerprint } from '../processes/process-fingerprint.ts';
import { signalGroup } from '../processes/signal-group.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { writePrivateJson } from './private-file.ts';
import type { Say } from './say.ts';

type Recorded = { pid: number; fingerprint: string };

const stopTimeoutMs = 15_000;

/** Keeps a record of what was started, for the case that the stack ends without stopping it. */
export class ProcessRecord {
  readonly #file: string;
  readonly #recorded = new Map<string, Recorded>();

  constructor(devDir: string) {
    this.#file = join(devDir, 'processes.json');
  }

  /** Notes the process that now is this part. */
  async note(part: string, pid: number): Promise<void> {
    const fingerprint = await processFingerprint(pid);
    if (fingerprint === undefined) return;
    this.#recorded.set(part, { pid, fingerprint });
    writePrivateJson(this.#file, Object.fromEntries(this.#recorded));
  }

  /** Kills all that was noted, at once. */
  kill(): void {
    for (const { pid } of this.#recorded.values()) signalGroup(pid, 'SIGKILL');
  }

  /** Forgets all: everything was stopped. */
  clear(): void {
    this.#recorded.clear();
    rmSync(this.#file, { force: true });
  }

  /** Stops what an earlier run noted and left running; a pid that belongs to another program now is left alone. */
  async stopLeftOvers(say: Say): Promise<void> {
    const left = Object.entries(this.#read()).map(([part, recorded]) => stopIfSame(part, recorded, say));
    await Promise.all(left);
    rmSync(this.#file, { force: true });
  }

  #read(): Record<string, Recorded> {
    if (!existsSync(this.#file)) return {};
    return JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, Recorded>;
  }
}

async function stopIfSame(part: string, { pid, fingerprint }: Recorded, say: Say): Promise<void> {
  const runs = (): Promise<boolean> => isSameProcess(pid, fingerprint);
  if (!(await runs())) return;
  say(part, `stopping process ${pid}, left over from an earlier run`);
  signalGroup(pid, 'SIGTERM');
  const gone = async (): Promise<boolean> => !(await runs());
  await waitUntil(gone, { timeoutMs: stopTimeoutMs, what: `${part} stops` }).catch(async () => {
    signalGroup(pid, 'SIGKILL');
    await waitUntil(gone, { timeoutMs: stopTimeoutMs, what: `${part} is gone` });
  });
}
