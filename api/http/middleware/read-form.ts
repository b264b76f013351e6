import type { Context } from 'koa';
import { invalidField, ServiceError } from '#contract/errors.ts';
import { bodyReader } from './body-reader.ts';
import { tooManyValues } from './parse-json.ts';

/** No form has more. */
const mostFormFields = 100;

/**
 * A reader of form-encoded bodies of at most `limitBytes`. Each field is text, under the name that was sent: brackets and dots in
 * names mean nothing.
 * @returns reads the fields of a body; throws as {@link bodyReader} and {@link formFields}
 */
export function formReader(limitBytes: number): (ctx: Context) => Promise<Record<string, string>> {
  const read = bodyReader(limitBytes);
  return async (ctx) => formFields(await read(ctx));
}

/**
 * The fields of a form.
 * @throws {ServiceError} `invalid_json` if it is not percent-encoded, `invalid_request` for too many fields, for a field
 *   called `__proto__`, and for one that is named twice
 */
export function formFields(body: Buffer): Record<string, string> {
  const form = body.toString('latin1');
  if (!/^[\0-\x7f]*$/.test(form)) {
    throw new ServiceError('invalid_json', 'The form is not percent-encoded.');
  }
  if (form.split('&', mostFormFields + 1).length > mostFormFields) throw tooManyValues();
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(form)) {
    if (name === '__proto__') throw invalidField('', 'must not have a field of that name', 'invalid_key');
    if (Object.hasOwn(fields, name)) throw invalidField(name, 'must not be named twice', 'repeated');
    fields[name] = value;
  }
  return fields;
}
