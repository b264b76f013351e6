import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { unescapeSegment } from '../json-pointer.ts';
import { type Fault, invalid, tooLong, type Validation } from '../validation.ts';

/** Enough for a model to correct its call or its answer. */
const shownErrors = 8;

/** The name of an object's member in messages. */
type Part = 'argument' | 'field';

/** Validates a value with a compiled schema. Call it only in a thread of the schema pool. */
export function validateValue(validate: ValidateFunction, value: unknown, part: Part): Validation {
  try {
    return validate(value) ? { ok: true } : invalid(toFaults(validate.errors ?? [], part));
  } catch (error) {
    // A cycle of references that consume nothing.
    if (!(error instanceof RangeError)) throw error;
    return tooLong;
  } finally {
    validate.errors = null;
  }
}

function toFaults(errors: ErrorObject[], part: Part): Fault[] {
  const distinct = new Map<string, Fault>();
  for (const error of errors) {
    const fault = toFault(error, part);
    distinct.set(JSON.stringify(fault), fault);
    if (distinct.size === shownErrors) break;
  }
  return [...distinct.values()];
}

function toFault({ instancePath, keyword, params, message }: ErrorObject, part: Part): Fault {
  const segments = instancePath.split('/').slice(1).map(unescapeSegment);
  switch (keyword) {
    case 'required':
      return at([...segments, params['missingProperty']], 'is required');
    case 'additionalProperties':
      return at([...segments, params['additionalProperty']], `is not a known ${part}`);
    case 'unevaluatedProperties':
      return at([...segments, params['unevaluatedProperty']], `is not a known ${part}`);
    case 'enum':
      return at(segments, `must be one of ${JSON.stringify(params['allowedValues'])}`);
    case 'const':
      return at(segments, `must be ${JSON.stringify(params['allowedValue'])}`);
    default:
      return at(segments, message ?? 'is not valid');
  }
}

function at(segments: unknown[], message: string): Fault {
  return { path: brief(segments.map(String).join('.')), message: brief(message) };
}

/** Schemas and models may use names of any length. */
function brief(text: string): string {
  // The cut may split a surrogate pair.
  return text.length <= 200 ? text : `${text.slice(0, 199).toWellFormed()}…`;
}
