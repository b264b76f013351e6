/**
 * The value at a JSON pointer (RFC 6901); undefined if the pointer names nothing. Only own members count, and of a list only
 * the items that it has.
 */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const written of pointer.split('/').slice(1)) {
    const segment = written.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value) && !/^(?:0|[1-9]\d{0,9})$/.test(segment)) return undefined;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}
