import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import { segmentsOf } from './json-pointer.ts';

/** Replaces what must not be shown. */
export const redacted = '[redacted]';

type Redaction = Pick<Patch, 'redact'>;

/** A call's arguments for traces, events, threads and shown model payloads. */
export function redactArgs(patch: Redaction, args: JsonObject): JsonObject {
  return redact(args, patch.redact?.args ?? []) as JsonObject;
}

/** A call's result for traces, events and shown model payloads. */
export function redactResult<Result>(patch: Redaction, result: Result): Result {
  return redact(result, patch.redact?.result ?? []) as Result;
}

/**
 * A copy with the value at each JSON pointer (RFC 6901) replaced. A segment `*` matches every member of an object and
 * every item of a list. The pointer to the whole (an empty text) hides all members of an object or a list. Pointers to
 * nothing are ignored. The input is not changed, and parts without hidden values are shared with it.
 *
 * Every part of the value is visited at most once, however many pointers there are.
 * @param replacement what takes the place of a value. Default: {@link redacted}
 */
export function redact(
  value: unknown,
  pointers: readonly string[],
  replacement: (hidden: unknown) => unknown = () => redacted,
): unknown {
  const root = new Paths(pointers.map((pointer) => pathOf(pointer, value)));
  return hide(value, root, replacement);
}

function pathOf(pointer: string, root: unknown): string[] {
  if (pointer !== '') return segmentsOf(pointer);
  // An object stays an object, because arguments and results are shown as objects.
  return typeof root === 'object' && root !== null ? ['*'] : [];
}

/**
 * The continuations of the pointers that lead through a value. Created when a value exists, and once for identical
 * ones.
 */
class Paths {
  /** Whether a pointer leads to exactly this value. */
  readonly ends: boolean;
  readonly #paths: readonly (readonly string[])[];
  readonly #depth: number;
  /** The next segments of the pointers. */
  readonly #heads: ReadonlySet<string>;
  readonly #next = new Map<string, Paths>();

  /**
   * @param paths the segments of the pointers
   * @param depth how many segments led here
   */
  constructor(paths: readonly (readonly string[])[], depth = 0) {
    this.ends = paths.some(({ length }) => length === depth);
    this.#paths = paths;
    this.#depth = depth;
    this.#heads = new Set(paths.flatMap((path) => path[depth] ?? []));
  }

  /** The only members to which pointers lead; undefined if one leads to all. */
  get names(): ReadonlySet<string> | undefined {
    return this.#heads.has('*') ? undefined : this.#heads;
  }

  /** The continuations of the pointers from a member; undefined if none leads through it. */
  after(name: string): Paths | undefined {
    // Names that are in no pointer follow `*`.
    const head = this.#heads.has(name) ? name : '*';
    if (!this.#heads.has(head)) return undefined;
    let next = this.#next.get(head);
    if (next === undefined) {
      const through = this.#paths.filter(({ [this.#depth]: own }) => own === '*' || own === head);
      next = new Paths(through, this.#depth + 1);
      this.#next.set(head, next);
    }
    return next;
  }
}

/** The shown form of a value: the value itself if nothing in it is hidden. */
function hide(value: unknown, paths: Paths, replacement: (hidden: unknown) => unknown): unknown {
  if (paths.ends) return replacement(value);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as JsonObject;
  let shown: JsonObject | undefined;
  for (const name of namesToVisit(value, paths)) {
    const next = paths.after(name);
    if (next === undefined) continue;
    const member = members[name];
    const visible = hide(member, next, replacement);
    if (visible === member) continue;
    shown ??= (Array.isArray(value) ? [...value] : { ...value }) as JsonObject;
    // The copy has it as an own member, even if its name is `__proto__`.
    shown[name] = visible;
  }
  return shown ?? value;
}

/** The members to which pointers may lead: those of the value or those that are named, whichever are fewer. */
function namesToVisit(value: object, { names }: Paths): readonly string[] {
  const own = Object.keys(value);
  if (names === undefined || own.length <= names.size) return own;
  return [...names].filter(
    (name) => Object.hasOwn(value, name) && !(Array.isArray(value) && name === 'length'),
  );
}
