import type { PauseDocument, RunDocument } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { isPauseFor } from './pause.ts';
import type { Step } from './step.ts';
import type { CallChange } from './stored.ts';

/**
 * The calls of a step, with the shown content of those that it holds, and without that of those that it holds no more. The content is
 * stored with the calls: all of them together can be larger than a document (gate.set.size).
 * @param before the run before the step
 * @param after what it waits for after the step
 * @throws {Error} if a call is held of which the step stores nothing
 */
export function withShown(
  before: Pick<RunDocument, 'pauses'>,
  after: readonly PauseDocument[] = [],
  { calls = [], newCalls = [] }: Pick<Step, 'calls' | 'newCalls'>,
): { calls: CallChange[]; newCalls: ToolCallDocument[] } {
  const texts = new Map(
    after.flatMap((pause) =>
      isPauseFor(pause, 'confirmation') && pause.shown !== undefined
        ? [[pause.tool_call_id, pause.shown] as const]
        : [],
    ),
  );
  const stay = new Set(after.map(({ tool_call_id }) => tool_call_id));
  const left = new Set(
    (before.pauses ?? []).flatMap((pause) =>
      isPauseFor(pause, 'confirmation') && !stay.has(pause.tool_call_id) ? [pause.tool_call_id] : [],
    ),
  );
  const held = new Set([...calls.map((change) => change.before), ...newCalls].map(({ _id }) => _id));
  for (const id of texts.keys()) if (!held.has(id)) throw new Error(`call ${id} is held and not stored`);
  return {
    calls: calls.map((change) => {
      const { _id } = change.before;
      const shown = texts.get(_id);
      if (shown !== undefined) return { ...change, set: { ...change.set, shown } };
      return left.has(_id) ? { ...change, unset: [...(change.unset ?? []), 'shown'] } : change;
    }),
    newCalls: newCalls.map((call) => {
      const shown = texts.get(call._id);
      return shown === undefined ? call : { ...call, shown };
    }),
  };
}

/** A run as it is stored: its calls have the shown content of those that are held. */
export function withoutShown(run: RunDocument): RunDocument {
  const { pauses } = run;
  if (pauses === undefined) return run;
  return {
    ...run,
    pauses: pauses.map((pause) => {
      if (!isPauseFor(pause, 'confirmation')) return pause;
      const { shown: _, ...stored } = pause;
      return stored;
    }),
  };
}
