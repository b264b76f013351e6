import type { Context } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import { SubjectRef } from '#contract/ids.ts';
import { decodeHeader } from './decode-header.ts';

/**
 * The name in a header, decoded; undefined without the header.
 * @throws {ServiceError} `invalid_request` for an empty name, and for one of more than 255 characters
 */
export function readNameHeader(
  ctx: Context,
  header: 'Service-Subject' | 'Service-Actor',
): string | undefined {
  const value = ctx.get(header);
  if (value === '') {
    // An empty name is an error, because the request would act for more than its caller intended.
    if (ctx.req.headers[header.toLowerCase()] === undefined) return undefined;
    throw emptyName(header);
  }
  const name = SubjectRef.safeParse(decodeHeader(value));
  if (!name.success) {
    throw new ServiceError('invalid_request', `${header} must have at most 255 characters.`, {
      details: [{ path: header, message: 'must have at most 255 characters', code: 'too_big' }],
    });
  }
  return name.data;
}

function emptyName(header: string): ServiceError {
  return new ServiceError('invalid_request', `${header} must not be empty.`, {
    details: [{ path: header, message: 'must not be empty', code: 'too_small' }],
  });
}
