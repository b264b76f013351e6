import { hasTooManyValues } from './json-size.ts';

/** The most parts (members of objects and elements of lists) of arguments, and of the detail of a decision. */
export const mostParts = 2000;

/** Whether a value has more parts than allowed. Looks at no more of it than shows that, and does not recurse. */
export function hasMoreParts(root: unknown, most = mostParts): boolean {
  let count = 0;
  const pending: unknown[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue;
      count += 1;
      if (count > most) return true;
      pending.push((value as Record<string, unknown>)[name]);
    }
  }
  return false;
}

/** Whether a JSON text surely has more parts than allowed, which shows before it is parsed: a part has at most three separators. */
export function surelyHasMoreParts(text: string, most = mostParts): boolean {
  return hasTooManyValues(text, 3 * most + 1);
}
