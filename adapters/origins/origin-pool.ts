import { Piscina } from 'piscina';
import type { ValueOrigin } from '#contract/origins.ts';
import type { Origins } from '#engine/ports/origins.ts';
import type { OriginTask } from '#engine/rules/origins/trace-origins.ts';

/** The limits of the thread's heap. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
/** An idle thread ends after this time. */
const idleMs = 60_000;
/** A task that waits or works for longer is given up: its calls are judged without origins. */
const longestMs = 10_000;

/** Traces origins in a thread, so that long conversations do not delay other runs. */
export class OriginPool implements Origins {
  #pool: Piscina<OriginTask, ValueOrigin[][]> | undefined;

  async trace(task: OriginTask): Promise<ValueOrigin[][] | undefined> {
    this.#pool ??= startThread();
    const signal = AbortSignal.timeout(longestMs);
    try {
      return await this.#pool.run(task, { signal });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (signal.aborted || code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
      throw error;
    }
  }

  /** Ends the thread and its task. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}

function startThread(): Piscina<OriginTask, ValueOrigin[][]> {
  const pool = new Piscina<OriginTask, ValueOrigin[][]>({
    filename: new URL('./origin-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits,
    // It must not see the service's secrets.
    env: {},
    execArgv: [],
  });
  // Without a listener, the error of a thread that ran out of memory while it was being ended would end the process.
  return pool.on('error', () => {});
}
