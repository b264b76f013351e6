import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { mostOrigins } from '#contract/origins.ts';
import { valueAt } from '#patches/json-pointer.ts';

/** A text or a number among arguments. */
export interface Scalar {
  /** A JSON pointer. */
  path: string;
  value: string | number;
}

/** Shorter texts stand in any text by chance. */
const shortest = 3;

/**
 * The texts and numbers of arguments whose origins are looked for: those at some places first, then in their order, at most 200. Texts
 * under 3 characters are left out.
 */
export function scalarsOf(args: JsonObject, first: readonly string[]): Scalar[] {
  const found = new Map<string, Scalar>();
  const add = (path: string, value: unknown) => {
    if (found.size >= mostOrigins || found.has(path)) return;
    const isTraced =
      typeof value === 'number' || (typeof value === 'string' && value.trim().length >= shortest);
    if (isTraced) found.set(path, { path, value });
  };
  for (const path of first) add(path, valueAt(args, path));
  for (const { path, value } of leavesOf(args)) {
    if (found.size >= mostOrigins) break;
    add(path, value);
  }
  return [...found.values()];
}

/** All values in a value that have no members, depth first. */
export function* leavesOf(value: unknown, path = ''): Generator<{ path: string; value: unknown }> {
  const open = [{ value, path }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: inner, path: at } = next;
    if (Array.isArray(inner) || isJsonObject(inner)) {
      const members = Object.entries(inner).map(([name, member]) => ({
        value: member as unknown,
        path: `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      }));
      open.push(...members.toReversed());
    } else yield next;
  }
}
