import { ServiceError } from '#contract/errors.ts';

/** The refusal of a body that is longer than it may be. */
export function bodyTooLarge(): ServiceError {
  return new ServiceError('payload_too_large', 'The body is too large.', {
    // The rest of the body is not read, so the connection cannot be used again.
    headers: { Connection: 'close' },
  });
}

/**
 * The refusal of a body that koa-body could not read. Nothing of its error is passed on.
 * @returns `payload_too_large`, or `invalid_json` for an incomplete body
 */
export function unreadBody(error: unknown): ServiceError {
  const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
  return isTooLarge ? bodyTooLarge() : new ServiceError('invalid_json', 'The body did not arrive whole.');
}
