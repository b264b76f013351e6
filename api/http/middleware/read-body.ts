import type { Context, Middleware } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { continueRequest } from '../server/request-time.ts';
import type { UploadParts } from '../uploads/read-multipart.ts';
import { bodyReader, formType, jsonType } from './body-reader.ts';
import { formFields } from './read-form.ts';

/** Bodies are at most 1 MiB (body.too-large). */
const readBytes = bodyReader(1024 * 1024);

/** The body as it was sent; undefined if there is none. */
export interface BodyState {
  body: Buffer | undefined;
  /** The fields of `body`, if it is a form. */
  form?: Record<string, string>;
  /** The parts of a multipart body, in place of `body`. */
  upload?: UploadParts;
}

/**
 * Reads a body completely: JSON, of which only the bytes are read, or a form if the endpoint accepts one. The fingerprint
 * of a request is computed from the bytes.
 * @throws {ServiceError} `unsupported_media_type`, `payload_too_large`, `invalid_json` for an incomplete body; for a form
 *   as {@link formFields}
 */
export function readBody({ method, form }: Endpoint): Middleware<BodyState> {
  const types = [jsonType, ...(form === true ? [formType] : [])];
  return async (ctx, next) => {
    ctx.state.body = undefined;
    if (method !== 'get' && hasBody(ctx)) {
      const type = admitBody(ctx, types);
      ctx.state.body = await readBytes(ctx);
      if (type === formType) ctx.state.form = formFields(ctx.state.body);
    }
    await next();
  };
}

/**
 * The bytes of a body that must be JSON.
 * @throws {ServiceError} `unsupported_media_type`, `payload_too_large`, `invalid_json` for an incomplete body
 */
export async function readJson(ctx: Context): Promise<Buffer> {
  admitBody(ctx, [jsonType]);
  return await readBytes(ctx);
}

/**
 * Lets a body of one of these media types come.
 * @returns its type
 * @throws {ServiceError} `unsupported_media_type`
 */
function admitBody(ctx: Context, types: string[]): string | false | null {
  const type = ctx.is(types);
  if (type === false || !/^(utf-?8)?$/i.test(ctx.request.charset)) {
    throw new ServiceError('unsupported_media_type', `The body must be ${types.join(' or ')} in UTF-8.`);
  }
  refuseCompressed(ctx);
  continueRequest(ctx.req, ctx.res);
  return type;
}

/** @throws {ServiceError} `unsupported_media_type` for a compressed body, because a limit would not limit what is in it */
export function refuseCompressed(ctx: Context): void {
  if (/^(identity)?$/i.test(ctx.get('Content-Encoding'))) return;
  throw new ServiceError('unsupported_media_type', 'The body must not be compressed.');
}

export function hasBody(ctx: Context): boolean {
  return ctx.request.length !== 0 && (ctx.request.length !== undefined || 'transfer-encoding' in ctx.headers);
}
