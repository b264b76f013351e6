import { invalidField, ServiceError } from '#contract/errors.ts';
import { deepestJson } from '#contract/json.ts';
import { hasMoreSeparators } from '#contract/json-separators.ts';

/**
 * No valid body has more: a definition of a patch has at most 65,536. Parsing and checking a body with more would delay
 * other requests.
 */
const mostSeparators = 80_000;

/** The limit for a whole body, in which free JSON is nested a few levels down. */
const depthLimit = deepestJson + 4;

/**
 * Parses a JSON body.
 * @param most the most separators that it may have
 * @throws {ServiceError} `invalid_json`, or `invalid_request` for what could not be returned as it was sent, and for
 *   more values than any body may have
 */
export function parseJson(bytes: Buffer, most = mostSeparators): unknown {
  const text = decode(bytes);
  if (hasMoreSeparators(text, most)) throw tooManyValues();
  const value = parse(text);
  checkValue(value);
  return value;
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body, so it is not passed on.
    throw new ServiceError('invalid_json', 'The body is not valid JSON.');
  }
}

/** An object or array of a body, and where it is. */
interface Place {
  value: object;
  depth: number;
  key: string | number;
  inside: Place | undefined;
}

/**
 * Walks without recursion, so that any nesting can be refused, and allocates nothing for each value, because the
 * largest body can contain half a million.
 */
function checkValue(root: unknown): void {
  const pending: Place[] = [];
  const look = (value: unknown, key: string | number, inside: Place | undefined) => {
    if (typeof value === 'string') checkText(value, key, inside);
    else if (typeof value === 'number') checkNumber(value, key, inside);
    else if (typeof value === 'object' && value !== null) {
      pending.push({ value, key, inside, depth: inside === undefined ? 0 : inside.depth + 1 });
    }
  };
  look(root, '', undefined);
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { value, depth } = place;
    if (depth > depthLimit) {
      throw invalidField('', `must not be nested deeper than ${depthLimit}`, 'too_deep');
    }
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

/** JSON can contain numbers that a double cannot hold, which would be returned as null. */
function checkNumber(number: number, key: string | number, inside: Place | undefined): void {
  if (Number.isFinite(number)) return;
  throw invalidField(pathOf(key, inside), 'must not be a number that large', 'invalid_number');
}

function pathOf(key: string | number, inside: Place | undefined): string {
  const path = [key];
  for (let place = inside; place !== undefined; place = place.inside) path.unshift(place.key);
  // The body itself has no name.
  return (path[0] === '' ? path.slice(1) : path).join('.');
}
