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
  let copy = value;
  for (const pointer of pointers) {
    copy = pointer === '' ? hideWhole(copy) : hide(copy, pointer.slice(1).split('/').map(unescapeSegment));
  }
  return copy;
}

/** An object stays one, for arguments and results are shown as objects. */
function hideWhole(value: unknown): unknown {
  return hide(value, typeof value === 'object' && value !== null ? ['*'] : []);
}

function hide(value: unknown, [segment, ...rest]: string[]): unknown {
  if (segment === undefined) return redacted;
  if (typeof value !== 'object' || value === null) return value;
  const matches = (name: string) => segment === '*' || name === segment;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (matches(String(index)) ? hide(item, rest) : item));
  }
  // From entries, because assignment would take a member `__proto__` for the prototype.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, matches(name) ? hide(member, rest) : member]),
  );
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
