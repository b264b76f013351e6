import { connectionOptions } from '#adapters/temporal/connect.ts';
import { ensureSearchAttributes } from '#process/admin/temporal/search-attributes.ts';
import { parseTemporalEnvironment } from '#process/config/environment.ts';
import { temporalSettings } from '#process/config/settings.ts';
import { untilGivenServerAnswers } from './given-server.ts';
import { startTemporal, type TemporalOptions } from './start-temporal.ts';
import { temporalAnswers, withConnection } from './temporal-answers.ts';

/** A Temporal to use: an external one (without a pid), or one that is started here. */
export type UsableTemporal = { address: string; pid?: number; stop(): Promise<void> };

/**
 * The Temporal at TEMPORAL_ADDRESS if that is set, otherwise one that is started here.
 * @throws SetupProblem if nothing responds at the given address, or none can be started
 */
export async function useTemporal(options: TemporalOptions): Promise<UsableTemporal> {
  const { env = process.env, log, signal } = options;
  if (!env['TEMPORAL_ADDRESS']) return startTemporal(options);
  const settings = temporalSettings(parseTemporalEnvironment(env));
  const { address, namespace } = settings;
  const connection = connectionOptions(settings);
  log(`using the Temporal at TEMPORAL_ADDRESS, ${address}`);
  await untilGivenServerAnswers(() => temporalAnswers({ ...connection, namespace }), {
    problem: `No Temporal with the namespace ${namespace} answers at TEMPORAL_ADDRESS, ${address}: start it, or unset TEMPORAL_ADDRESS to have one started.`,
    signal,
  });
  await withConnection(connection, (open) => ensureSearchAttributes(open, namespace)).catch(
    (error: unknown) => {
      log(`could not add the search attributes: ${(error as Error).message}`);
    },
  );
  return { address, stop: () => Promise.resolve() };
}
