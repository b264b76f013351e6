import { defined } from '#contract/defined.ts';
import { type ErrorCode, invalidField, ServiceError } from '#contract/errors.ts';
import { readJson } from '#contract/exact-json.ts';
import { inexactNumber } from '#contract/exact-number.ts';
import { deepestJson } from '#contract/json.ts';
import { excessOf } from '#contract/json-size.ts';

/** No valid body of most endpoints has more. Parsing and checking a body with more would delay other requests. */
const mostSeparators = 20_000;
/** The same for a body with a schema, which has at most 65,536. */
export const mostSeparatorsOfSchemas = 80_000;

/** The limit for a whole body, in which free JSON is nested a few levels down. */
const depthLimit = deepestJson + 5;

/** How a body is parsed. */
interface ParsingOptions {
  /** The most separators that it may have. Default: 20,000. */
  most?: number | undefined;
  /** Codes for numbers within some fields that a double would change, which take precedence over `invalid_request`. */
  numberErrors?: Readonly<Record<string, ErrorCode>> | undefined;
}

/**
 * Parses a JSON body.
 * @throws {ServiceError} `invalid_json`, also for a member that is named twice, or `invalid_request` for what could not be
 *   returned as it was sent, such as a number that a double would change, and for more values than any body may have
 */
export function parseJson(
  bytes: Buffer,
  { most = mostSeparators, numberErrors = {} }: ParsingOptions = {},
): unknown {
  const text = decode(bytes);
  refuseExcess(text, most);
  const value = parse(text, numberErrors);
  checkValue(value);
  return value;
}

/** Before it is parsed, because a value that is nested deep takes long as well. */
function refuseExcess(text: string, separators: number): void {
  const excess = excessOf(text, { separators, depth: depthLimit });
  if (excess === 'too_many_values') throw tooManyValues();
  if (excess === 'too_deep') throw invalidField('', `must not be nested deeper than ${depthLimit}`, excess);
}

/** The refusal of a body whose parsing would delay other requests. */
export function tooManyValues(): ServiceError {
  return invalidField('', 'must not hold that many values', 'too_many_values');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ServiceError('invalid_json', 'The body is not UTF-8.', { cause: error });
  }
}

function parse(text: string, numberErrors: Readonly<Record<string, ErrorCode>>): unknown {
  const read = readJson(text);
  if (!('fault' in read)) return read.value;
  switch (read.fault) {
    case 'inexact_number':
      throw inexactNumberAt(read.path, numberErrors);
    case 'repeated_member':
      throw new ServiceError('invalid_json', 'The body has an object that names a member twice.');
    default:
      // A parser's message quotes the body, so it is not passed on.
      throw new ServiceError('invalid_json', 'The body is not valid JSON.');
  }
}

function inexactNumberAt(path: string, codes: Readonly<Record<string, ErrorCode>>): ServiceError {
  const fault = invalidField(path, inexactNumber, 'invalid_number');
  const [field = ''] = path.split('.', 1);
  const own = Object.hasOwn(codes, field) ? codes[field] : undefined;
  return own === undefined
    ? fault
    : new ServiceError(own, fault.message, defined({ details: fault.details }));
}

/** An object or array of a body, and where it is. */
interface Place {
  value: object;
  key: string | number;
  inside: Place | undefined;
}

/** Allocates nothing for each text and number, because the largest body can contain many. */
function checkValue(root: unknown): void {
  const pending: Place[] = [];
  const look = (value: unknown, key: string | number, inside: Place | undefined) => {
    if (typeof value === 'string') checkText(value, key, inside);
    else if (typeof value === 'object' && value !== null) {
      pending.push({ value, key, inside });
    }
  };
  look(root, '', undefined);
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { value } = place;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) look(value[index], index, place);
    } else {
      const members = value as Record<string, unknown>;
      for (const key of Object.keys(members)) {
        checkName(key, place);
        look(members[key], key, place);
      }
    }
  }
}

function checkName(name: string, { key, inside }: Place): void {
  checkText(name, key, inside);
  if (name !== '__proto__') return;
  throw invalidField(pathOf(key, inside), 'must not have a field of that name', 'invalid_key');
}

/** Lone surrogates have no UTF-8 form, and would be stored as something else. */
function checkText(text: string, key: string | number, inside: Place | undefined): void {
  if (!text.isWellFormed()) {
    throw invalidField(pathOf(key, inside), 'must be well-formed Unicode', 'invalid_text');
  }
}

function pathOf(key: string | number, inside: Place | undefined): string {
  const path = [key];
  for (let place = inside; place !== undefined; place = place.inside) path.unshift(place.key);
  // The body itself has no name.
  return (path[0] === '' ? path.slice(1) : path).join('.');
}
