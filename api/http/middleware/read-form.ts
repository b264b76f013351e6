import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { invalidField, ServiceError } from '#contract/errors.ts';
import { tooManyValues } from './parse-json.ts';
import { bodyTooLarge, unreadBody } from './unread-body.ts';

/** The media type of a browser's form, and of the realtime provider's standard client. */
export const formType = 'application/x-www-form-urlencoded';

/** No form has more. */
const mostFormFields = 100;

/** A form that a client sent. */
export interface SentForm {
  bytes: Buffer;
  /** If a field is repeated, its last value. */
  fields: Record<string, string>;
}

/**
 * Reads a form-encoded body with koa-body. Its fields are those of `URLSearchParams`: each is text, under the name that was
 * sent, and brackets and dots in names mean nothing.
 * @throws {ServiceError} `payload_too_large`, `invalid_json` if the form is incomplete or not percent-encoded,
 *   `invalid_request` for too many fields, and for a field called `__proto__`
 */
export async function readForm(ctx: Context, limitBytes: number): Promise<SentForm> {
  const { headers } = ctx.req;
  // koa-body compares the length as a number of 32 bits, and knows `identity` in lower case only.
  if ((ctx.request.length ?? 0) > limitBytes) throw bodyTooLarge();
  if (headers['content-encoding']?.toLowerCase() === 'identity') delete headers['content-encoding'];
  const read = koaBody({
    json: false,
    text: false,
    multipart: false,
    formLimit: limitBytes,
    // The fingerprint of a request is taken of what was sent, and the fields are.
    includeUnparsed: true,
    queryString: { depth: 0, parameterLimit: 1, decoder: () => '' },
  });
  try {
    await read(ctx, async () => {});
  } catch (error) {
    throw unreadBody(error);
  }
  const { rawBody } = ctx.request as unknown as { rawBody: string };
  // Bytes that are no UTF-8 have become replacement characters by now, which are no ASCII.
  if (!/^[\0-\x7f]*$/.test(rawBody)) {
    throw new ServiceError('invalid_json', 'The form is not percent-encoded.');
  }
  return { bytes: Buffer.from(rawBody), fields: fieldsOf(rawBody) };
}

function fieldsOf(form: string): Record<string, string> {
  if (form.split('&', mostFormFields + 1).length > mostFormFields) throw tooManyValues();
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(form)) {
    if (name === '__proto__') throw invalidField('', 'must not have a field of that name', 'invalid_key');
    fields[name] = value;
  }
  return fields;
}
