import { prepareTemporal as prepare } from '#process/admin/temporal/prepare.ts';
import { pingTemporal } from '#adapters/temporal/connect.ts';
import { temporalSettings } from '#process/config/settings.ts';
import { temporalTimeoutMs } from '#process/start/create-parts.ts';
import type { OpenParts } from '#process/start/open-parts.ts';
import { untilReachable } from '#process/start/until-reachable.ts';

/**
 * Waits for Temporal, and registers what the service needs there. A server that does not allow it, such as Temporal Cloud,
 * has been prepared by its operator.
 * @throws {AbortError} if the process is told to stop while it waits
 */
export async function prepareTemporal({
  environment,
  temporal,
  log,
  stopping,
}: Pick<OpenParts, 'environment' | 'temporal' | 'log' | 'stopping'>): Promise<void> {
  const prepareOnce = async () => {
    await pingTemporal(temporal, temporalTimeoutMs);
    try {
      await prepare(temporalSettings(environment));
    } catch (error) {
      // If it is gone again, it is waited for.
      await pingTemporal(temporal, temporalTimeoutMs);
      log.warn({ err: error }, 'Temporal could not be prepared, which its operator may have done');
    }
  };
  await untilReachable('Temporal', prepareOnce, { log, signal: stopping });
}
