import type { JsonObject } from '#contract/json.ts';
import type { ValueOrigin } from '#contract/origins.ts';
import { valueAt } from '#patches/json-pointer.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { argsOf } from '../resolve-call.ts';
import { scalarsOf } from './scalars.ts';

/**
 * The origins of corrected arguments: those of values that have stayed, and an approver for all others.
 * @param first the call that is corrected
 * @returns undefined if those of the first call are unknown
 */
export function revisedOrigins(
  first: Pick<ToolCallDocument, 'args' | 'origins'>,
  args: JsonObject,
): ValueOrigin[] | undefined {
  const { origins } = first;
  if (origins === undefined) return undefined;
  const before = argsOf(first);
  const known = new Map(origins.map((origin) => [origin.path, origin]));
  return scalarsOf(args, [...known.keys()]).map(({ path, value }): ValueOrigin => {
    const same = valueAt(before, path) === value ? known.get(path) : undefined;
    return same ?? { path, from: ['approver'], seen: [{ kind: 'revision' }] };
  });
}
