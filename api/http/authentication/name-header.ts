import type { Context } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import { SubjectRef } from '#contract/ids.ts';
import { decodeHeader } from './decode-header.ts';

/**
 * The name in a header, decoded; undefined without the header.
 * @throws {ServiceError} `invalid_request` for an empty or blank name, one with control characters, and one of more than 255 characters
 */
export function readNameHeader(
  ctx: Context,
  header: 'Service-Subject' | 'Service-Actor',
): string | undefined {
  const value = ctx.get(header);
  if (value === '') {
    // An empty name is an error, because the request would act for more than its caller intended.
    if (ctx.req.headers[header.toLowerCase()] === undefined) return undefined;
    throw badName(header, 'must not be empty', 'too_small');
  }
  const name = SubjectRef.safeParse(decodeHeader(value));
  if (!name.success) {
    const isTooLong = name.error.issues.some(({ code }) => code === 'too_big');
    throw isTooLong
      ? badName(header, 'must have at most 255 characters', 'too_big')
      : badName(header, 'must not be blank or contain control characters', 'invalid_text');
  }
  return name.data;
}

function badName(header: string, message: string, code: string): ServiceError {
  return new ServiceError('invalid_request', `${header} ${message}.`, {
    details: [{ path: header, message, code }],
  });
}
