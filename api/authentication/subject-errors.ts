import { ServiceError } from '#contract/errors.ts';

/** An endpoint acts for a subject, and the request names none. */
export function subjectRequired(): ServiceError {
  return new ServiceError('subject_required', 'Name the acting subject in the Service-Subject header.');
}

/** A session token is its subject's own; the request names another one. */
export function foreignSubject(): ServiceError {
  return new ServiceError('forbidden', 'A session token acts for its own subject only.');
}
