import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '#contract/json.ts';
import type { JsonText } from '#contract/json-text.ts';
import { CompiledSchemas } from './compiled-schemas.ts';
import { type InvalidArg, type Validation, invalid, tooLong } from './validation.ts';

/** Enough for a model to correct its call. */
const shownErrors = 8;

const compiled = new CompiledSchemas();

/**
 * Validates what a model sent with a patch's input schema. Changes nothing: no defaults, no coercion. The schema and
 * the arguments determine how long it takes, so call it only in a thread of the schema pool.
 * @param workspaceId the owner of the schema
 * @throws {SchemaError} if the schema does not compile, which publication has ruled out
 */
export function validateArgs(workspaceId: string, schema: JsonText, args: JsonObject): Validation {
  const validate = compiled.get(workspaceId, schema);
  try {
    return validate(args) ? { ok: true } : invalid(toInvalidArgs(validate.errors ?? []));
  } catch (error) {
    // A cycle of references that consume nothing.
    if (!(error instanceof RangeError)) throw error;
    return tooLong;
  } finally {
    validate.errors = null;
  }
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

/** Schemas and models may use names of any length. */
function brief(text: string): string {
  // The cut may split a surrogate pair.
  return text.length <= 200 ? text : `${text.slice(0, 199).toWellFormed()}…`;
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
