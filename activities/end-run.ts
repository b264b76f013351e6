import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import { apply, mustLoadRun } from './apply.ts';
import type { ActivityDependencies } from './dependencies.ts';

/**
 * Fails a run that cannot continue after all retries. A run that has ended stays as it is, and so does one that is
 * paused: the pause was stored just before its worker died.
 */
export async function failRun({ db }: ActivityDependencies, input: RunInput): Promise<Directive> {
  return await apply(db, await mustLoadRun(db, input), { type: 'failure', error: 'internal_error' });
}

/** Closes a run for which a cancellation was requested. A run that has ended stays as it is. */
export async function cancelRun({ db }: ActivityDependencies, input: RunInput): Promise<Directive> {
  return await apply(db, await mustLoadRun(db, input), { type: 'cancel' });
}

/** Closes a run whose pause has expired. A run that was resumed at the last moment continues. */
export async function expirePause(
  { db }: ActivityDependencies,
  { tool_call_id, ...input }: RunInput & { tool_call_id: string },
): Promise<Directive> {
  return await apply(db, await mustLoadRun(db, input), { type: 'expiry', tool_call_id });
}
