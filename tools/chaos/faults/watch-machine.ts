import type { FaultWindow } from './fault.ts';

const lookEveryMs = 100;
/** A busy machine is late by less, and the checks leave room for that much. */
const stallMs = 1000;

/**
 * Reports when the machine had no time for this process: what the service promises in seconds, it promises while it
 * can work. A virtual machine stands still as a whole, and what starves this process starves the others too.
 * @returns a function that ends this
 */
export function watchMachine(onFault: (window: FaultWindow) => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > lookEveryMs + stallMs)
      onFault({ part: 'machine', kind: 'stall', from: last, until: now });
    last = now;
  }, lookEveryMs);
  return () => clearInterval(timer);
}
