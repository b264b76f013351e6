import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Asks a process every few milliseconds whether it lives, from a thread of its own: what the attacker does with the answers that
 * it gets does not count.
 */
export class HealthProbe {
  readonly #thread: Worker;
  readonly #times: Promise<number[]>;

  constructor(baseUrl: string) {
    this.#thread = new Worker(new URL(import.meta.url), { workerData: { healthOf: baseUrl } });
    this.#times = new Promise((resolve, reject) => {
      this.#thread.once('message', resolve);
      this.#thread.once('error', reject);
    });
  }

  /** Ends the thread. @returns the 99th percentile of the time until an answer, in milliseconds */
  async stop(): Promise<number> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
    this.#thread.postMessage('stop');
    const times = (await this.#times).toSorted((a, b) => a - b);
    await this.#thread.terminate();
    return times[Math.floor(times.length * 0.99)] ?? 0;
  }
}

async function ask(baseUrl: string, stopped: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!stopped.aborted) {
    const startedAt = performance.now();
    await (await fetch(`${baseUrl}/healthz`)).text();
    times.push(performance.now() - startedAt);
    await delay(5);
  }
  return times;
}

const { healthOf } = (workerData ?? {}) as { healthOf?: string };
if (parentPort !== null && healthOf !== undefined) {
  const port = parentPort;
  const stopping = new AbortController();
  port.once('message', () => stopping.abort());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  port.postMessage(await ask(healthOf, stopping.signal));
}
