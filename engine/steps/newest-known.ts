import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';

/**
 * The run as this process has stored it last, with some pending calls as their own attempts know them: this process remembers no marks.
 * @param newest as it was stored last
 * @returns undefined if one of the calls is not pending any more
 */
export function newestKnown(newest: LoadedRun, own: readonly ToolCallDocument[]): LoadedRun | undefined {
  const known = new Map(own.map((call) => [call._id, call]));
  const calls = newest.calls.map((call) => known.get(call._id) ?? call);
  const pending = newest.calls.filter(({ _id, status }) => known.has(_id) && status === 'pending');
  return pending.length === known.size ? { ...newest, calls } : undefined;
}
