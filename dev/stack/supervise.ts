import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedProcess } from '../processes/start-process.ts';
import type { PartName } from './part-names.ts';
import type { Say } from './say.ts';

/** What supervision needs of a started process. */
export type PartProcess = Pick<StartedProcess, 'pid' | 'exited' | 'stop'>;

/** A part of the stack that is started again when it dies. */
export type Part<Process extends PartProcess> = {
  name: PartName;
  /** Starts it, on the same ports and data every time, and resolves when it answers. */
  start(signal: AbortSignal): Promise<Process>;
};

export type SupervisedPart<Process extends PartProcess = PartProcess> = {
  /** The present process; the last one while the part is down. */
  readonly current: Process;
  /** Stops it and starts it no more. */
  stop(): Promise<void>;
};

export type SupervisionOptions = {
  say: Say;
  /** Called when the part answers again, under another pid. */
  onRestart: () => void;
  /** Gives up the first start. */
  signal: AbortSignal;
  /** The first pause before a restart, doubled with each that follows soon, in milliseconds. */
  firstDelayMs?: number;
};

const longestDelayMs = 15_000;
/** Having lived so long, a part counts as healthy: its death is a new story. */
const healthyAfterMs = 30_000;

/**
 * Starts the part, resolves when it answers, and from then on starts it again whenever it dies.
 * @throws when the first start fails
 */
export async function supervise<Process extends PartProcess>(
  part: Part<Process>,
  { say, onRestart, signal, firstDelayMs = 500 }: SupervisionOptions,
): Promise<SupervisedPart<Process>> {
  const stopping = new AbortController();
  let current = await part.start(signal);
  say(part.name, `answers, process ${current.pid}`);
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
    let delayMs = firstDelayMs;
    for (;;) {
      const startedAt = performance.now();
      const how = await current.exited;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > healthyAfterMs) delayMs = firstDelayMs;
      say(part.name, `died (${how}); starting it again in ${delayMs / 1000} s`);
      delayMs = await startAgain(delayMs);
      if (stopping.signal.aborted) return;
    }
  }

  /** Tries until it answers or is to stop; returns the pause before the next restart. */
  async function startAgain(pauseMs: number): Promise<number> {
    let delayMs = pauseMs;
    for (;;) {
      try {
        await sleep(delayMs, undefined, { signal: stopping.signal });
        delayMs = Math.min(delayMs * 2, longestDelayMs);
        current = await part.start(stopping.signal);
        say(part.name, `answers again, process ${current.pid}`);
        onRestart();
        return delayMs;
      } catch (error) {
        if (stopping.signal.aborted) return delayMs;
        say(part.name, `${(error as Error).message}; trying again in ${delayMs / 1000} s`);
      }
    }
  }
}
