import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { deepestJson, faultOfJson, isJsonObject, type JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import { compileSchema } from './compile-schema.ts';
import { TimeLimitError, withinTime } from './time-limit.ts';

/** One thing wrong with the arguments: where (`recipient.name`, empty for the whole) and what. */
export interface InvalidArg {
  path: string;
  message: string;
}

export type Validation = { ok: true } | { ok: false; errors: InvalidArg[] };

/** What a model may send, whatever the schema allows. */
const argsBounds = { depth: deepestJson, characters: 262_144 };
const validateMilliseconds = 1000;
/** Enough for a model to mend its call. */
const shownErrors = 8;

/** By schema: a version is immutable, and `key@1` of two workspaces are two. Code is many times its schema's size. */
const compiled = new LRUCache<JsonObject, ValidateFunction>({
  maxSize: 1024 * 1024,
  sizeCalculation: (_, schema) => JSON.stringify(schema).length,
});

/**
 * Validates what a model sent against a patch's input schema. Changes nothing: no defaults, no coercion.
 * @throws {SchemaError} when the schema does not compile, which publication has ruled out
 */
export function validateArgs(patch: Pick<Patch, 'input_schema'>, args: unknown): Validation {
  if (!isJsonObject(args)) return invalid([{ path: '', message: 'must be an object' }]);
  const fault = faultOfJson(args, argsBounds);
  if (fault !== undefined) return invalid([{ path: '', message: fault }]);
  const validate = compiledSchema(patch.input_schema);
  try {
    if (withinTime(validateMilliseconds, () => validate(args))) return { ok: true };
    return invalid(toInvalidArgs(validate.errors ?? []));
  } catch (error) {
    // Endless: a pattern that backtracks, references in a circle that consume nothing.
    if (!(error instanceof TimeLimitError || error instanceof RangeError)) throw error;
    return invalid([{ path: '', message: 'take too long to validate' }]);
  } finally {
    validate.errors = null;
  }
}

function compiledSchema(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = compileSchema(schema);
  compiled.set(schema, validate);
  return validate;
}

function invalid(errors: InvalidArg[]): Validation {
  return { ok: false, errors };
}

function toInvalidArgs(errors: ErrorObject[]): InvalidArg[] {
  const distinct = new Map<string, InvalidArg>();
  for (const error of errors) {
    const invalidArg = toInvalidArg(error);
    distinct.set(JSON.stringify(invalidArg), invalidArg);
    if (distinct.size === shownErrors) break;
  }
  return [...distinct.values()];
}

function toInvalidArg({ instancePath, keyword, params, message }: ErrorObject): InvalidArg {
  const segments = instancePath.split('/').slice(1).map(unescapeSegment);
  switch (keyword) {
    case 'required':
      return at([...segments, params['missingProperty']], 'is required');
    case 'additionalProperties':
      return at([...segments, params['additionalProperty']], 'is not a known argument');
    case 'unevaluatedProperties':
      return at([...segments, params['unevaluatedProperty']], 'is not a known argument');
    case 'enum':
      return at(segments, `must be one of ${JSON.stringify(params['allowedValues'])}`);
    case 'const':
      return at(segments, `must be ${JSON.stringify(params['allowedValue'])}`);
    default:
      return at(segments, message ?? 'is not valid');
  }
}

function at(segments: unknown[], message: string): InvalidArg {
  return { path: brief(segments.map(String).join('.')), message: brief(message) };
}

/** Schemas and models may name things at any length. */
function brief(text: string): string {
  // A pair of surrogates may be cut in two.
  return text.length <= 200 ? text : `${text.slice(0, 199).toWellFormed()}…`;
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
