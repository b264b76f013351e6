import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';

/** What stands in place of what is not shown. */
export const redacted = '[redacted]';

type Redaction = Pick<Patch, 'redact'>;

/** A call's arguments as traces, events, threads and shown model payloads have them. */
export function redactArgs(patch: Redaction, args: JsonObject): JsonObject {
  return redact(args, patch.redact?.args ?? []) as JsonObject;
}

/** A call's result as traces, events and shown model payloads have it. */
export function redactResult<Result>(patch: Redaction, result: Result): Result {
  return redact(result, patch.redact?.result ?? []) as Result;
}

/**
 * A copy with the value at each JSON pointer (RFC 6901) replaced. A segment `*` stands for every member of an object
 * and every item of a list; the pointer to the whole (an empty text) hides all members of an object or a list.
 * Pointers to nothing are ignored. What is given is not changed; parts that hide nothing are shared with it.
 */
export function redact(value: unknown, pointers: readonly string[]): unknown {
  // An object stays one, because arguments and results are shown as objects.
  const whole = typeof value === 'object' && value !== null ? ['*'] : [];
  const paths = pointers.map((pointer) =>
    pointer === '' ? whole : pointer.slice(1).split('/').map(unescapeSegment),
  );
  return hide(value, paths, 0);
}

/** Visits every part once, however many paths lead through it. */
function hide(value: unknown, paths: readonly string[][], depth: number): unknown {
  if (paths.some(({ length }) => length === depth)) return redacted;
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const hideMember = (name: string, member: unknown) => {
    const through = paths.filter((path) => path[depth] === '*' || path[depth] === name);
    return hide(member, through, depth + 1);
  };
  if (Array.isArray(value)) return value.map((item: unknown, index) => hideMember(String(index), item));
  // From entries, because assignment would take a member `__proto__` for the prototype.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hideMember(name, member)]));
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
