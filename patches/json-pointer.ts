/** The segments of a JSON pointer (RFC 6901) that is not empty. */
export function segmentsOf(pointer: string): string[] {
  return pointer.slice(1).split('/').map(unescapeSegment);
}

/** The name that a segment of a JSON pointer stands for. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * The value to which a JSON pointer (RFC 6901) leads.
 * @param pointer a valid one; the empty one leads to the value itself
 * @returns undefined if it leads to nothing
 */
export function valueAt(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  let found = value;
  for (const segment of segmentsOf(pointer)) {
    if (typeof found !== 'object' || found === null || !isMember(found, segment)) return undefined;
    found = (found as Record<string, unknown>)[segment];
  }
  return found;
}

/** An item of a list is named by its index without leading zeros, and `-`, the one after the last, does not exist. */
function isMember(value: object, segment: string): boolean {
  if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(segment)) return false;
  return Object.hasOwn(value, segment);
}
