import type { Context, Middleware } from 'koa';
import { getRawBody } from 'raw-body';
import { ServiceError } from '#contract/errors.ts';
import type { Endpoint } from '../routing/endpoint.ts';
import { continueRequest } from '../server/request-time.ts';
import type { UploadParts } from '../uploads/read-multipart.ts';

/** Bodies are at most 1 MiB (body.too-large). */
const bodyLimitBytes = 1024 * 1024;
/** The media type of a browser's form, and of the realtime provider's standard client. */
export const formType = 'application/x-www-form-urlencoded';

/** The body as it was sent; undefined if there is none. */
export interface BodyState {
  body: Buffer | undefined;
  /** The parts of a multipart body, in place of `body`. */
  upload?: UploadParts;
}

/**
 * Reads the bytes of a body (JSON or, if the endpoint accepts it, a form) completely and without parsing, because the
 * fingerprint of a request is computed from them.
 * @throws {ServiceError} `unsupported_media_type`, `payload_too_large`, `invalid_json` for an incomplete body
 */
export function readBody(endpoint: Endpoint): Middleware<BodyState> {
  return async (ctx, next) => {
    ctx.state.body = endpoint.method === 'get' || !hasBody(ctx) ? undefined : await readTyped(endpoint, ctx);
    await next();
  };
}

/**
 * The bytes of a body that must be JSON or, if `form` is set, may be a form.
 * @throws {ServiceError} as {@link readBody}
 */
export async function readTyped({ form }: Pick<Endpoint, 'form'>, ctx: Context): Promise<Buffer> {
  const types = ['application/json', ...(form === true ? [formType] : [])];
  if (ctx.is(types) === false || !/^(utf-?8)?$/i.test(ctx.request.charset)) {
    throw new ServiceError('unsupported_media_type', `The body must be ${types.join(' or ')} in UTF-8.`);
  }
  refuseCompressed(ctx);
  continueRequest(ctx.req, ctx.res);
  return await readBytes(ctx);
}

/** @throws {ServiceError} `unsupported_media_type` for a compressed body, because a limit would not limit what is in it */
export function refuseCompressed(ctx: Context): void {
  if (/^(identity)?$/i.test(ctx.get('Content-Encoding'))) return;
  throw new ServiceError('unsupported_media_type', 'The body must not be compressed.');
}

export function hasBody(ctx: Context): boolean {
  return ctx.request.length !== 0 && (ctx.request.length !== undefined || 'transfer-encoding' in ctx.headers);
}

async function readBytes(ctx: Context): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { length: ctx.get('Content-Length'), limit: bodyLimitBytes });
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
      throw new ServiceError('payload_too_large', 'The body is larger than 1 MiB.', {
        // The rest of the body is not read, so the connection cannot be used again.
        headers: { Connection: 'close' },
      });
    }
    throw new ServiceError('invalid_json', 'The body did not arrive whole.', { cause: error });
  }
}
