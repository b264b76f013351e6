import type { Middleware } from 'koa';
import { defined } from '#contract/defined.ts';
import { type ErrorCode, ServiceError } from '#contract/errors.ts';
import { isOutage } from '#store/mongo/outage.ts';
import type { RequestState } from './identify-request.ts';

/** When to retry after an outage. */
const outageRetrySeconds = 2;

/** Features that a deployment can lack: clients get an error, and operators know. */
const notDeployed: ReadonlySet<ErrorCode> = new Set(['realtime_unavailable', 'voice_unavailable']);

/**
 * The one place where errors become responses (fault.unexpected). An error that is not a `ServiceError` reveals nothing
 * internal; the log has it, under the request's id.
 * @param bodyOf gives the body of the response. Default: the envelope
 */
export function answerErrors(bodyOf = envelopeOf): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const known = toServiceError(error);
      if (known.status >= 500 && !notDeployed.has(known.code)) {
        ctx.state.log.error({ err: error, code: known.code }, 'request failed');
      }
      ctx.status = known.status;
      ctx.set(known.headers);
      if (known.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(known.retryAfterSeconds));
      ctx.body = bodyOf(known);
    }
  };
}

/** An error as the body of a response. */
export function envelopeOf({ message, code, details }: ServiceError): object {
  return { status: 'error', error: { message, code, ...defined({ details }) } };
}

/** The error that a client receives for any error. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isOutage(error)) {
    return new ServiceError('temporarily_unavailable', 'The service is briefly unavailable; try again.', {
      retryAfterSeconds: outageRetrySeconds,
    });
  }
  // A path that cannot be percent-decoded does not exist.
  if (error instanceof URIError) return new ServiceError('not_found', 'There is nothing at this path.');
  return new ServiceError('internal_error', 'Something went wrong on our side.');
}
