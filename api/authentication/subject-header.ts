import type { Context } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import { SubjectRef } from '#contract/ids.ts';
import { decodeHeader } from '../decode-header.ts';

/**
 * The subject that `Service-Subject` names; undefined when it names none.
 * @throws {ServiceError} `invalid_request` for one of more than 255 characters
 */
export function readSubject(ctx: Context): string | undefined {
  const header = ctx.get('Service-Subject');
  if (header === '') return undefined;
  const subject = SubjectRef.safeParse(decodeHeader(header));
  if (!subject.success) {
    throw new ServiceError('invalid_request', 'Service-Subject must have at most 255 characters.', {
      details: [{ path: 'Service-Subject', message: 'must have at most 255 characters', code: 'too_big' }],
    });
  }
  return subject.data;
}

/** An endpoint acts for a subject, and the request names none. */
export function subjectRequired(): ServiceError {
  return new ServiceError('subject_required', 'Name the acting subject in the Service-Subject header.');
}

/** A session token is its subject's own; the request names another one. */
export function foreignSubject(): ServiceError {
  return new ServiceError('forbidden', 'A session token acts for its own subject only.');
}
