import type { Directive, StepDirective } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import { apply, mustLoadRun } from './apply.ts';
import type { ActivityDependencies } from './dependencies.ts';

/**
 * Fails a run that cannot take a step after all retries. A run that has ended stays as it is, and so does one that has
 * taken the step or is paused: that was stored just before its worker died.
 * @param step workflows of earlier histories do not say it
 */
export async function failRun(
  { db }: ActivityDependencies,
  { step, ...input }: RunInput & { step?: StepDirective },
): Promise<Directive> {
  const failure = { type: 'failure', error: 'internal_error' } as const;
  const stored = await mustLoadRun(db, input);
  return await apply(db, stored, step === undefined ? failure : { ...failure, step });
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
