import type { Directive } from '#contract/directives.ts';
import { isTerminal } from '#contract/run-state.ts';
import type { RunInput } from '#contract/temporal.ts';
import { closeRun } from '#loom/close-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { failedRun } from '#loom/failed-run.ts';
import { mustLoadRun, writeStep } from './write-step.ts';

/** Fails a run whose turn could not be taken, whatever was tried. A run that has ended stays as it is. */
export async function failRun({ db }: ActivityDependencies, input: RunInput): Promise<Directive> {
  return await writeStep(db, await mustLoadRun(db, input), ({ run }) =>
    isTerminal(run.state) ? undefined : failedRun('internal_error'),
  );
}

/** Closes a run that somebody asked to end. A run that has ended stays as it is. */
export async function cancelRun({ db }: ActivityDependencies, input: RunInput): Promise<Directive> {
  return await writeStep(db, await mustLoadRun(db, input), (loaded) => closeRun(loaded, 'cancelled'));
}

/** Closes a run whose pause has grown too old. One that was resolved in the last moment goes on. */
export async function expirePause(
  { db }: ActivityDependencies,
  input: RunInput & { tool_call_id: string },
): Promise<Directive> {
  return await writeStep(db, await mustLoadRun(db, input), (loaded) =>
    loaded.thread.pauses.some(({ tool_call_id }) => tool_call_id === input.tool_call_id)
      ? closeRun(loaded, 'expired')
      : undefined,
  );
}
