import { ServiceError } from '#contract/errors.ts';

/** 401, the same for every fault of a credential, so that guessing reveals nothing. */
export function unauthorized(
  message = 'A valid credential is needed: Authorization: Bearer <credential>.',
): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
