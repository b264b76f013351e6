import { prepareTemporal as prepare } from '#process/admin/temporal/prepare.ts';
import { pingTemporal } from '#adapters/temporal/connect.ts';
import type { Services } from '#process/composition/create-services.ts';
import type { Process } from '#process/composition/process.ts';
import { temporalSettings, temporalTimeoutMs } from '#process/config/settings.ts';
import { untilReachable } from './until-reachable.ts';

/**
 * Waits for Temporal, and registers search attributes and the namespace. A server that does not allow it, such as
 * Temporal Cloud, has been prepared by its operator.
 * @throws {AbortError} if the process receives a stop signal while it waits
 */
export async function prepareTemporal(
  { environment, log, stopping }: Process,
  { temporal }: Pick<Services, 'temporal'>,
): Promise<void> {
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
