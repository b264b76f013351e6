import { connectionOptions } from '#adapters/temporal/connect.ts';
import { parseTemporalEnvironment } from '#config/environment.ts';
import { temporalSettings } from '#config/settings.ts';
import { SetupProblem } from '../setup-problem.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { ensureSearchAttributes } from './ensure-search-attributes.ts';
import { startTemporal, type TemporalOptions } from './start-temporal.ts';
import { temporalAnswers, type TemporalTarget } from './temporal-answers.ts';

/** A Temporal to work with: given from outside (then there is no pid), or our own. */
export type UsableTemporal = { address: string; source: string; pid?: number; stop(): Promise<void> };

/**
 * The Temporal at TEMPORAL_ADDRESS if that is set, else one of our own.
 * @throws SetupProblem when nothing answers at the given address, or none can be started
 */
export async function useTemporal(options: TemporalOptions): Promise<UsableTemporal> {
  const target = givenTemporal(options.env ?? process.env);
  if (target === undefined) return startTemporal(options);
  const { address } = target;
  options.log(`using the Temporal at TEMPORAL_ADDRESS, ${address}`);
  const { signal } = options;
  await waitUntil(() => temporalAnswers(target), {
    timeoutMs: 10_000,
    what: 'Temporal answers',
    signal,
  }).catch(() => {
    signal?.throwIfAborted();
    throw new SetupProblem(
      `No Temporal with the namespace ${target.namespace} answers at TEMPORAL_ADDRESS, ${address}: start it, or unset TEMPORAL_ADDRESS to have one started.`,
    );
  });
  await ensureSearchAttributes(target).catch((error: unknown) => {
    options.log(`could not add the search attributes: ${(error as Error).message}`);
  });
  return { address, source: 'TEMPORAL_ADDRESS', stop: () => Promise.resolve() };
}

/**
 * The Temporal that the environment names, read as the API and the worker read it.
 * @throws {EnvironmentError} when a variable is not understood
 */
export function givenTemporal(env: NodeJS.ProcessEnv): TemporalTarget | undefined {
  if (!env['TEMPORAL_ADDRESS']) return undefined;
  const settings = temporalSettings(parseTemporalEnvironment(env));
  return { ...connectionOptions(settings), namespace: settings.namespace };
}
