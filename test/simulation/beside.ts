import { fromJsonText } from '#contract/json-text.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { isTampered } from './payments.ts';
import { isSame } from './rejections.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** On a thread on which runs work beside held calls, a call is not held that another run waits for. */
export function checkHeldOnce(
  { memory: { tables } }: World,
  { run, events, calls, newCalls }: Changes,
): void {
  if (tables.threads.get(run.thread_id)?.beside !== true) return;
  const open = [...tables.calls.values()].filter(
    ({ run_id, status, gate, set }) =>
      status === 'pending' &&
      gate === 'confirm' &&
      set !== undefined &&
      run_id !== run._id &&
      tables.runs.get(run_id)?.thread_id === run.thread_id,
  );
  for (const { type, data } of events) {
    if (type !== 'write.confirmation_requested' || data === undefined) continue;
    const { tool_call_id } = fromJsonText(data) as unknown as { tool_call_id: string };
    const call = tables.calls.get(tool_call_id);
    // People correct calls knowingly, and a call that comes back was held before.
    const isNew = newCalls.some(
      ({ _id, revised_from }) => _id === tool_call_id && revised_from === undefined,
    );
    const isFirst = calls.some(({ before }) => before._id === tool_call_id && before.set === undefined);
    if (call === undefined || !(isNew || isFirst) || isTampered(call)) continue;
    const same = open.filter(
      (each) => !isTampered(each) && chainOf(tables.calls, each).some((one) => isSame(one, call)),
    );
    must(same.length === 0, 'a call is not held that waits for approval in another run', { call, same });
  }
}

/** A call, and those whose places it took. */
function chainOf(calls: ReadonlyMap<string, ToolCallDocument>, call: ToolCallDocument): ToolCallDocument[] {
  const first = calls.get(call.revised_from ?? '');
  return first === undefined ? [call] : [call, ...chainOf(calls, first)];
}
