import pRetry from 'p-retry';
import type { StartedProcess } from '../processes/start-process.ts';
import type { PartName } from './part-names.ts';
import type { Say } from './say.ts';

/** The parts of a started process that supervision uses. */
export type PartProcess = Pick<StartedProcess, 'pid' | 'exited' | 'signal' | 'stop'>;

/** A part of the stack that is restarted when it dies. */
export type Part<Process extends PartProcess> = {
  name: PartName;
  /** Starts it, on the same ports and data each time, and resolves when it responds. */
  start(signal: AbortSignal): Promise<Process>;
};

export type SupervisedPart<Process extends PartProcess = PartProcess> = {
  /** The current process; the last one while the part is down. */
  readonly current: Process;
  /** Stops it, and does not start it again. */
  stop(): Promise<void>;
};

export type SupervisionOptions = {
  say: Say;
  /** Called when the part responds again, with another pid. */
  onRestart: () => void;
  /** Cancels the first start. */
  signal: AbortSignal;
  /** The first delay before a restart, in milliseconds. It doubles with each restart that follows soon. */
  firstDelayMs?: number;
};

const longestDelayMs = 15_000;
/** A part that has run this long counts as healthy: it is restarted at once when it dies. */
const healthyAfterMs = 30_000;

/**
 * Starts the part, resolves when it responds, and from then on restarts it whenever it dies.
 * @throws if the first start fails
 */
export async function supervise<Process extends PartProcess>(
  part: Part<Process>,
  { say, onRestart, signal, firstDelayMs = 500 }: SupervisionOptions,
): Promise<SupervisedPart<Process>> {
  const stopping = new AbortController();
  let current = await part.start(signal);
  say(part.name, `answers, process ${current.pid}`);
  let dead = false;
  const watching = watch();
  return {
    get current() {
      return current;
    },
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
      // A restart may just have succeeded when the stop came.
      await current.stop();
    },
  };

  async function watch(): Promise<void> {
    try {
      while (!stopping.signal.aborted) await untilHealthyDeath();
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  }

  /** Waits for its death, and restarts it after increasing delays until it has run for some time. */
  function untilHealthyDeath(): Promise<void> {
    return pRetry(live, {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: firstDelayMs,
      maxTimeout: longestDelayMs,
      signal: stopping.signal,
      onFailedAttempt: ({ error, retryDelay }) => {
        if (stopping.signal.aborted) return;
        say(part.name, `${error.message}; starting it again in ${retryDelay / 1000} s`);
      },
    });
  }

  async function live(): Promise<void> {
    if (dead) {
      current = await part.start(stopping.signal);
      dead = false;
      say(part.name, `answers again, process ${current.pid}`);
      onRestart();
    }
    const answeredAt = performance.now();
    const how = await current.exited;
    dead = true;
    if (stopping.signal.aborted) return;
    if (performance.now() - answeredAt < healthyAfterMs) throw new Error(`died (${how})`);
    say(part.name, `died (${how}); starting it again`);
  }
}
