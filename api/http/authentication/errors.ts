import { ServiceError } from '#contract/errors.ts';

/** 401, the same for every fault of a credential, so that guessing reveals nothing. */
export function unauthorized(
  message = 'A valid credential is needed: Authorization: Bearer <credential>.',
): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** An endpoint acts for a subject, and the request does not name one. */
export function subjectRequired(): ServiceError {
  return new ServiceError('subject_required', 'Name the acting subject in the Service-Subject header.');
}

/** A session token acts only for its own subject, and the request names another one. */
export function foreignSubject(): ServiceError {
  return new ServiceError('forbidden', 'A session token acts for its own subject only.');
}
