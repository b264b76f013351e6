import { randomInt } from 'node:crypto';
import { type Logger, Runtime } from '@temporalio/worker';

/** Where Linux gives ports to clients: a port that is taken there is rare. */
const [firstPort, lastPort] = [32_768, 60_999];
const mostTries = 10;

/**
 * Installs the SDK's runtime. Must be called before anything else of the SDK's worker.
 * @param measured whether it measures connections and workers
 * @returns reads what was measured, as Prometheus text; undefined when nothing is
 */
export function installRuntime(
  logger: Logger,
  { measured }: { measured: boolean },
): (() => Promise<string>) | undefined {
  // Whoever starts a worker handles signals: one that waits for its dependencies must stop as well.
  const options = { logger, shutdownSignals: [] };
  if (!measured) {
    Runtime.install(options);
    return undefined;
  }
  // The SDK serves its metrics at an address of their own only, and does not tell a port that the system chose.
  for (let tries = 1; ; tries += 1) {
    const bindAddress = `127.0.0.1:${randomInt(firstPort, lastPort)}`;
    try {
      Runtime.install({ ...options, telemetryOptions: { metrics: metricsAt(bindAddress) } });
      return async () => {
        const response = await fetch(`http://${bindAddress}/metrics`);
        return await response.text();
      };
    } catch (error) {
      if (tries === mostTries || !String(error).includes('Address already in use')) throw error;
    }
  }
}

/** Names and units as Prometheus wants them, and the same `service` label as the other metrics of a worker. */
function metricsAt(bindAddress: string) {
  return {
    globalTags: { service: 'worker' },
    attachServiceName: false,
    prometheus: {
      bindAddress,
      countersTotalSuffix: true,
      unitSuffix: true,
      useSecondsForDurations: true,
    },
  };
}
