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
 * What is wrong with the shape of a parsed JSON value, or undefined. Depth is looked at first, and no deeper than
 * allowed: everything that comes after may recurse. A member named `__proto__` is refused, because plain assignment
 * anywhere later would make it a prototype.
 */
export function faultOfJson(value: unknown, { depth, characters }: JsonBounds): string | undefined {
  const fault = faultOfNesting(value, depth);
  if (fault !== undefined) return fault;
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && text.length > characters ? `is over ${characters} characters` : undefined;
}

function faultOfNesting(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return 'is nested too deeply';
  if (Object.hasOwn(value, '__proto__')) return 'must not have a member named __proto__';
  for (const member of Object.values(value)) {
    const fault = faultOfNesting(member, depth - 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
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
