import { z } from 'zod';

/** A JSON object that a client gives and nobody but its reader knows the fields of. */
export type JsonObject = Record<string, unknown>;

/** How large a value that a client gives may be. */
export interface JsonBounds {
  /** Arrays and objects inside each other. */
  depth: number;
  /** Characters of its compact text. */
  characters: number;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What is wrong with the shape of a parsed JSON value, or undefined. Depth is looked at first, without recursion:
 * everything that comes after may recurse. A member named `__proto__` is refused, because plain assignment anywhere
 * later would make it a prototype; so are halves of surrogate pairs, which UTF-8 has not.
 */
export function faultOfJson(value: unknown, { depth, characters }: JsonBounds): string | undefined {
  const fault = faultOfNesting(value, depth) ?? faultOfTexts(value);
  if (fault !== undefined) return fault;
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && text.length > characters ? `is over ${characters} characters` : undefined;
}

/** Looks at one level after the other, no further than to the first that is too deep. */
function faultOfNesting(value: unknown, depth: number): string | undefined {
  let level = isNested(value) ? [value] : [];
  for (let left = depth; level.length > 0; left -= 1) {
    if (left === 0) return 'is nested too deeply';
    level = level.flatMap((outer) => Object.values(outer).filter(isNested));
  }
  return undefined;
}

function faultOfTexts(root: unknown): string | undefined {
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === 'string') {
      if (!value.isWellFormed()) return illFormed;
    } else if (Array.isArray(value)) {
      for (const item of value) pending.push(item);
    } else if (isNested(value)) {
      for (const [name, member] of Object.entries(value)) {
        if (name === '__proto__') return 'must not have a member named __proto__';
        if (!name.isWellFormed()) return illFormed;
        pending.push(member);
      }
    }
  }
  return undefined;
}

const illFormed = 'must be well-formed Unicode: it holds half of a surrogate pair';

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Any JSON within bounds, kept as it is. */
export function boundedJson(bounds: JsonBounds, description: string) {
  return z
    .unknown()
    .superRefine((value, context) => {
      const message = faultOfJson(value, bounds);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ description });
}

/** A JSON object within bounds, kept as it is: a record of zod's would drop a member named `__proto__`. */
export function boundedJsonObject(bounds: JsonBounds, description: string): z.ZodType<JsonObject> {
  const schema = z
    .unknown()
    .superRefine((value, context) => {
      const message = isJsonObject(value) ? faultOfJson(value, bounds) : 'must be an object';
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ description, override: { type: 'object', additionalProperties: true } });
  return schema as unknown as z.ZodType<JsonObject>;
}
