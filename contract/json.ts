import { z } from 'zod';
import { readJson } from './exact-json.ts';
import { hasMoreParts } from './json-parts.ts';

/** A JSON object from a client, whose fields only its reader knows. */
export type JsonObject = Record<string, unknown>;

/** How large a value from a client may be. */
export interface JsonBounds {
  /** Nesting of arrays and objects. */
  depth: number;
  /** Characters of its compact text. */
  characters: number;
  /** Members of objects and elements of lists. Default: any number. */
  parts?: number;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined if it is not JSON, or if its value would not be all that it says. */
export function parseJson(text: string): unknown {
  const read = readJson(text);
  return 'fault' in read ? undefined : read.value;
}

/** The deepest nesting of free JSON, which all code that stores it or recurses over it can rely on. */
export const deepestJson = 100;

/**
 * Why a parsed JSON value cannot be accepted, or undefined: too deep, too long, or not storable. Lone surrogates have
 * no UTF-8 form, JSON has no infinite numbers, and a plain assignment anywhere later would turn a member named
 * `__proto__` into a prototype. Any other name and text is stored as it is, including NUL.
 *
 * Depth is checked first, without recursion and no deeper than allowed, so everything that follows may recurse.
 */
export function faultOfJson(value: unknown, { depth, characters }: JsonBounds): string | undefined {
  const fault = faultOfValues(value, depth);
  if (fault !== undefined || characters === Number.POSITIVE_INFINITY) return fault;
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && text.length > characters ? `is over ${characters} characters` : undefined;
}

/** Allocates nothing for each value, because there can be a hundred thousand. */
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

/** Any JSON within bounds, unchanged. */
export function boundedJson(bounds: JsonBounds, description: string) {
  return faultless((value) => faultOfJson(value, bounds), bounds).meta({ description });
}

/** A JSON object within bounds, unchanged. A zod record would drop a member named `__proto__`. */
export function boundedJsonObject(bounds: JsonBounds, description: string): z.ZodType<JsonObject> {
  const schema = faultless(
    (value) => (isJsonObject(value) ? faultOfJson(value, bounds) : 'must be an object'),
    bounds,
  ).meta({ description, override: { type: 'object', additionalProperties: true } });
  return schema as unknown as z.ZodType<JsonObject>;
}

function faultless(
  faultOf: (value: unknown) => string | undefined,
  { parts = Number.POSITIVE_INFINITY }: JsonBounds,
) {
  return z.unknown().superRefine((value, context) => {
    // First, and counted no further than needed: everything else looks at every part.
    const tooMany = hasMoreParts(value, parts);
    const message = tooMany ? `must not have over ${parts} members and elements` : faultOf(value);
    if (message === undefined) return;
    context.addIssue({ code: 'custom', message, ...(tooMany ? { params: { code: 'too_many_parts' } } : {}) });
  });
}

/** Free JSON in a response: an object. */
export const FreeJson = z.record(z.string(), z.unknown());
