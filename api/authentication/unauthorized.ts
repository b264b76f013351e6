import { ServiceError } from '#contract/errors.ts';

/** 401, the same for every fault of a credential, so that guessing reveals nothing. */
export function unauthorized(): ServiceError {
  return new ServiceError(
    'unauthorized',
    'A valid credential is needed: Authorization: Bearer <credential>.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}
