import { invalidField, ServiceError } from '#contract/errors.ts';
import { deepestJson } from '#contract/json.ts';

/** The limit for a whole body, in which free JSON is nested a few levels down. */
const depthLimit = deepestJson + 4;

/**
 * Parses a JSON body.
 * @throws {ServiceError} `invalid_json`, or `invalid_request` for what could not be returned as it was sent
 */
export function parseJson(bytes: Buffer): unknown {
  const value = parse(bytes);
  checkValue(value);
  return value;
}

/** Parses a form-encoded body: every field is text. If a field is repeated, the last value counts. */
export function parseForm(bytes: Buffer): unknown {
  const fields = Object.fromEntries(new URLSearchParams(decode(bytes)));
  checkValue(fields);
  return fields;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ServiceError('invalid_json', 'The body is not UTF-8.', { cause: error });
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(decode(bytes));
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
      for (const [key, inner] of Object.entries(value)) {
        checkName(key, place);
        look(inner, key, place);
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
