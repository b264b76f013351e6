import { randomInt } from 'node:crypto';
import { type Logger, Runtime } from '@temporalio/worker';

/** Linux assigns client ports from this range, so a given port in it is rarely taken. */
const [firstPort, lastPort] = [32_768, 60_999];
const mostTries = 10;

/**
 * Installs the SDK's runtime. Must be called before anything else of the SDK's worker.
 * @param service the process, as its other metrics are labelled
 * @param measured whether it measures connections and workers
 * @returns a function that reads the metrics as Prometheus text; undefined if nothing is measured
 */
export function installRuntime(
  logger: Logger,
  { service, measured }: { service: string; measured: boolean },
): (() => Promise<string>) | undefined {
  // The caller handles signals, because a worker that waits for its dependencies must stop too.
  const options = { logger, shutdownSignals: [] };
  if (!measured) {
    Runtime.install(options);
    return undefined;
  }
  // The SDK serves its metrics only at an address of their own, and does not report a port that the system chose.
  for (let tries = 1; ; tries += 1) {
    const bindAddress = `127.0.0.1:${randomInt(firstPort, lastPort)}`;
    try {
      Runtime.install({ ...options, telemetryOptions: { metrics: metricsAt(bindAddress, service) } });
      return async () => {
        const response = await fetch(`http://${bindAddress}/metrics`);
        return await response.text();
      };
    } catch (error) {
      if (tries === mostTries || !String(error).includes('Address already in use')) throw error;
    }
  }
}

/** Names and units as Prometheus expects them. */
function metricsAt(bindAddress: string, service: string) {
  return {
    globalTags: { service },
    attachServiceName: false,
    prometheus: {
      bindAddress,
      countersTotalSuffix: true,
      unitSuffix: true,
      useSecondsForDurations: true,
    },
  };
}
