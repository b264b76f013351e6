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

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Free JSON is nested no deeper than this: what is stored and what recurses over it need not fear more. */
export const deepestJson = 100;

/**
 * What is wrong with a parsed JSON value, or undefined: too deep, too long, or not to be kept as it is. Halves of
 * surrogate pairs have no UTF-8, an infinite number no JSON, and plain assignment anywhere later would make a member
 * named `__proto__` a prototype. Any other name and text is kept as it is, the NUL character included.
 *
 * Depth is looked at first, without recursion and no deeper than allowed: everything that comes after may recurse.
 */
export function faultOfJson(value: unknown, { depth, characters }: JsonBounds): string | undefined {
  const fault = faultOfValues(value, depth);
  if (fault !== undefined || characters === Number.POSITIVE_INFINITY) return fault;
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && text.length > characters ? `is over ${characters} characters` : undefined;
}

/** Makes nothing for each value: there can be a hundred thousand. */
function faultOfValues(root: unknown, depth: number): string | undefined {
  const objects: object[] = [];
  /** How many more levels there may be below each of them. */
  const levels: number[] = [];
  const look = (value: unknown, left: number): string | undefined => {
    if (typeof value !== 'object' || value === null) return faultOfScalar(value);
    if (left === 0) return 'is nested too deeply';
    objects.push(value);
    levels.push(left - 1);
    return faultOfNames(value);
  };
  let fault = look(root, depth);
  for (let value = objects.pop(); fault === undefined && value !== undefined; value = objects.pop()) {
    const left = levels.pop() ?? 0;
    for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      fault = look((value as Record<string | number, unknown>)[name], left);
      if (fault !== undefined) break;
    }
  }
  return fault;
}

function faultOfNames(value: object): string | undefined {
  if (Array.isArray(value)) return undefined;
  for (const name of Object.keys(value)) {
    if (name === '__proto__') return 'must not have a member named __proto__';
    if (!name.isWellFormed()) return 'must be well-formed Unicode';
  }
  return undefined;
}

function faultOfScalar(value: unknown): string | undefined {
  if (typeof value === 'string' && !value.isWellFormed()) return 'must be well-formed Unicode';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must not hold a number that large';
  return undefined;
}

/** Any JSON within bounds, kept as it is. */
export function boundedJson(bounds: JsonBounds, description: string) {
  return faultless((value) => faultOfJson(value, bounds)).meta({ description });
}

/** A JSON object within bounds, kept as it is: a record of zod's would drop a member named `__proto__`. */
export function boundedJsonObject(bounds: JsonBounds, description: string): z.ZodType<JsonObject> {
  const schema = faultless((value) =>
    isJsonObject(value) ? faultOfJson(value, bounds) : 'must be an object',
  ).meta({ description, override: { type: 'object', additionalProperties: true } });
  return schema as unknown as z.ZodType<JsonObject>;
}

function faultless(faultOf: (value: unknown) => string | undefined) {
  return z.unknown().superRefine((value, context) => {
    const message = faultOf(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

/** Free JSON in an answer: an object. */
export const FreeJson = z.record(z.string(), z.unknown());
