import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import { readKeepingDigits } from '#contract/exact-json.ts';
import { bodyReader, jsonType } from '../../http/middleware/body-reader.ts';
import type { OAuthState } from '../state.ts';

/** The library reads no larger body. */
const mostBytes = 56 * 1024;

/**
 * Refuses the registration of a client whose JSON names a member twice: the library would take the last one, while a proxy in front
 * that checks redirects may have taken the first.
 */
export function refuseRepeatedMembers(): Middleware<OAuthState> {
  const read = bodyReader(mostBytes);
  return async (ctx, next) => {
    if (ctx.is(jsonType) === jsonType) {
      const bytes = await read(ctx).catch(refusal);
      if (!Buffer.isBuffer(bytes)) return refuse(ctx, bytes.message);
      const json = readKeepingDigits(bytes.toString());
      if ('fault' in json && json.fault === 'repeated_member') {
        return refuse(ctx, 'The JSON names a member twice.');
      }
      offerAgain(ctx.req, bytes);
    }
    await next();
  };
}

function refusal(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}

function refuse(ctx: Context, error_description: string): void {
  ctx.status = 400;
  ctx.body = { error: 'invalid_request', error_description };
}

/** The library reads the body itself. With one that was parsed before, it would print a warning. */
function offerAgain(request: IncomingMessage, bytes: Buffer): void {
  Object.defineProperties(request, { readable: { value: true }, iterator: { value: () => [bytes] } });
}
