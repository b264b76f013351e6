import { rm } from 'node:fs/promises';
import type { Context, Middleware } from 'koa';
import type { Log } from '#engine/ports/log.ts';
import { ServiceError } from '#contract/errors.ts';
import { allowTime, continueRequest } from '../server/request-time.ts';
import { largestBody, readMultipart, tooLarge, type UploadForm } from '../uploads/read-multipart.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { CallerState } from '../authentication/authenticate.ts';
import { type BodyState, hasBody, refuseCompressed } from './read-body.ts';

/** The dependencies of receiving files. */
export interface UploadServices {
  uploads: Uploads;
  log: Log;
}

type State = BodyState & CallerState;

/** Time for a client to continue sending after a refusal, so that it can read the answer. */
const lingerMs = 5000;

/**
 * The step that reads a multipart body to disk. Its files exist until the request is answered, and are removed however
 * it ends.
 * @throws {ServiceError} `unsupported_media_type`, `payload_too_large`, `invalid_multipart`, `invalid_request`,
 *   `request_timeout`, `rate_limited`, `temporarily_unavailable`
 */
export function readUpload(form: UploadForm, { uploads, log }: UploadServices): Middleware<State> {
  return async (ctx, next) => {
    if (!hasBody(ctx)) return await next();
    checkHeaders(ctx, form);
    const { workspace_id: workspaceId, subject_ref: subject } = ctx.state.caller;
    const leave = uploads.take({ workspaceId, subject, address: ctx.ip });
    const written: string[] = [];
    try {
      await receive(ctx, form, uploads, written);
      await next();
    } finally {
      await Promise.all(written.map(async (path) => await rm(path, { force: true }))).catch(
        (error: unknown) => log.error({ err: error }, 'an upload could not be removed'),
      );
      leave();
    }
  };
}

function checkHeaders(ctx: Context, form: UploadForm): void {
  if (ctx.is('multipart/form-data') === false) {
    throw new ServiceError('unsupported_media_type', 'The body must be multipart/form-data.');
  }
  refuseCompressed(ctx);
  if ((ctx.request.length ?? 0) > largestBody(form)) throw tooLarge(form);
}

async function receive(
  ctx: Context & { state: State },
  form: UploadForm,
  { directory, pace }: Uploads,
  written: string[],
): Promise<void> {
  // From here on, the pace of the upload decides.
  allowTime(ctx.req, pace.totalMs + lingerMs);
  continueRequest(ctx.req, ctx.res);
  try {
    ctx.state.upload = await readMultipart(ctx.req, { form, directory, pace, written });
  } finally {
    allowTime(ctx.req, lingerMs);
  }
}
