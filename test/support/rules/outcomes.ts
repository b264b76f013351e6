import { toJsonText } from '#contract/json-text.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import { shownOf } from '#engine/rules/pause.ts';
import type { Outcome } from '#engine/rules/stored.ts';

/** The outcome of an input that changes something. */
export function changed(outcome: Outcome): Extract<Outcome, { outcome: 'changed' }> {
  if (outcome.outcome !== 'changed') throw new Error(`the input is ${outcome.outcome}`);
  return outcome;
}

/** The shown content of all that a run waits for, in order. */
export function contents({ run, calls }: Pick<LoadedRun, 'run' | 'calls'>): Record<string, unknown>[] {
  return (run.pauses ?? []).map((pause) => {
    const text = pause.shown ?? calls.find(({ _id }) => _id === pause.tool_call_id)?.shown;
    return { ...shownOf(pause, text ?? toJsonText({} as never)) };
  });
}
