import { invalidField, ServiceError } from '#contract/errors.ts';

/** Deeper than any body the service knows; what recurses over a value stays far from the stack's end. */
const depthLimit = 64;

/**
 * Parses a JSON body.
 * @throws {ServiceError} `invalid_json`, or `invalid_request` for text that cannot be stored as it is
 */
export function parseJson(bytes: Buffer): unknown {
  const value = parse(bytes);
  checkValue(value);
  return value;
}

/** Parses a form-encoded body: every field is text. Of two fields with one name the last counts. */
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
    // The parser's message quotes the body: it is not passed on.
    throw new ServiceError('invalid_json', 'The body is not valid JSON.');
  }
}

/** Walks without recursion, so that no nesting is too deep to be refused. */
function checkValue(root: unknown): void {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value, path, depth } = item;
    if (depth > depthLimit)
      throw invalidField('', `must not be nested deeper than ${depthLimit}`, 'too_deep');
    if (typeof value === 'string') checkText(value, path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = path === '' ? key : `${path}.${key}`;
      checkText(key, path);
      if (key === '__proto__') throw invalidField(path, 'must not have a field of that name', 'invalid_key');
      pending.push({ value: inner, path: innerPath, depth: depth + 1 });
    }
  }
}

/** What could not come back as it was sent is refused: NUL, and halves of surrogate pairs. */
function checkText(text: string, path: string): void {
  if (text.includes('\0')) throw invalidField(path, 'must not contain the NUL character', 'invalid_text');
  if (!text.isWellFormed()) throw invalidField(path, 'must be well-formed Unicode', 'invalid_text');
}
