import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded by the processes of an attacked service: measures for how long their event loops are held, in CPU time of their thread.
 * In wall-clock time, a machine that has no time for a process looks like one that holds its loop.
 */

/** The holds of an event loop since they were read last. */
export interface LoopHolds {
  longestMs: number;
  /** The share of the time in which a request that came would have waited for longer than the goal. */
  lateShare: number;
}

/** No tenant should hold a loop for longer, in ms. */
export const goalMs = 50;
/** Much less than the goal: several short holds between two looks count as one. */
const lookEveryMs = 5;
const portVariable = 'ATTACK_LOOP_HOLDS_PORT';

/** The variables that have a process measure its holds. */
export function measuringHolds(port: number): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${fileURLToPath(import.meta.url)}`, [portVariable]: String(port) };
}

/** The holds of the process that measures them at a port. Reading them starts a new measurement. */
export async function readLoopHolds(port: number): Promise<LoopHolds> {
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as LoopHolds;
}

function measure(port: number): void {
  let holds: number[] = [];
  let since = performance.now();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    holds.push((now.user + now.system - before.user - before.system) / 1000);
    before = now;
  }, lookEveryMs).unref();
  const server = createServer((_, response) => {
    const late = holds.reduce((sum, ms) => sum + Math.max(0, ms - goalMs), 0);
    const longestMs = holds.reduce((most, ms) => Math.max(most, ms), 0);
    const measured: LoopHolds = { longestMs, lateShare: late / (performance.now() - since) };
    holds = [];
    since = performance.now();
    response.setHeader('connection', 'close').end(JSON.stringify(measured));
  });
  server.listen(port, '127.0.0.1').unref();
}

const { [portVariable]: given } = process.env;
if (isMainThread && given !== undefined) measure(Number(given));
