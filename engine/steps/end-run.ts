import type { Directive, StepDirective } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import { directiveOf } from '../rules/directive.ts';
import { apply, type Applying } from './apply.ts';
import { mustLoadRun } from './load-run.ts';

/** The next step of a run's workflow, from the stored state. Changes nothing. */
export async function readNext({ store }: Applying, input: RunInput): Promise<Directive> {
  return directiveOf(await mustLoadRun(store, input));
}

/**
 * Fails a run that cannot take a step after all retries. A run that has ended stays as it is, and so does one that has
 * taken the step or is paused: that was stored just before its worker died.
 * @param input with the step
 */
export async function failRun(
  engine: Applying,
  { step, seen, ...input }: RunInput & { step: StepDirective },
): Promise<Directive> {
  const loaded = await mustLoadRun(engine.store, input);
  return await apply(engine, loaded, { type: 'failure', error: 'internal_error', step, seen });
}

/** Closes a run for which a cancellation was requested. A run that has ended stays as it is. */
export async function cancelRun(engine: Applying, { seen, ...input }: RunInput): Promise<Directive> {
  return await apply(engine, await mustLoadRun(engine.store, input), { type: 'cancel', seen });
}

/**
 * Closes a run whose pause has expired. A run that was resumed at the last moment continues, and one that has paused for
 * the same call again waits for that.
 * @param input with when the pause that the workflow waited for was to end
 */
export async function expirePause(
  engine: Applying,
  { tool_call_id, expires_at, seen, ...input }: RunInput & { tool_call_id: string; expires_at: string },
): Promise<Directive> {
  const loaded = await mustLoadRun(engine.store, input);
  return await apply(engine, loaded, { type: 'expiry', tool_call_id, expires_at, seen });
}

/**
 * Does what is due for a call that is held at its gate: reminds its approvers, or has others approve too. Does nothing if
 * somebody has decided at the last moment, or the call has come to another stage.
 * @param input with the time at which it was due by what the workflow knows
 */
export async function wakePause(
  engine: Applying,
  { tool_call_id, wake_at, seen, ...input }: RunInput & { tool_call_id: string; wake_at: string },
): Promise<Directive> {
  const loaded = await mustLoadRun(engine.store, input);
  return await apply(engine, loaded, { type: 'wake', tool_call_id, wake_at, seen });
}
