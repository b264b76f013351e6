import { constants } from 'node:os';

/** npm passes on a Ctrl-C that the terminal sends to the process as well, so the two are one. */
const sameSignalMs = 500;

/** A signal that aborts on SIGINT or SIGTERM. A second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  let firstAt = 0;
  const onSignal = (name: NodeJS.Signals): void => {
    if (!stopping.signal.aborted) {
      firstAt = performance.now();
      stopping.abort();
    } else if (performance.now() - firstAt > sameSignalMs) {
      process.removeAllListeners(name);
      process.kill(process.pid, name);
      // The first process of a container survives signals that it does not handle.
      process.exit(128 + constants.signals[name]);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  return stopping.signal;
}
