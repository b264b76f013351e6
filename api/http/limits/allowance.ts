import type { Context } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import { rateWindowMs } from '#store/requests/rate-limits.ts';

/** The state of a caller's allowance when a request arrived. */
export interface Allowance {
  /** Requests per minute. */
  limit: number;
  /** Requests left after this one, as far as this process knows. */
  remaining: number;
  /** Milliseconds until the allowance is whole again. */
  resetsInMs: number;
  /** Whether this request is within it. */
  admitted: boolean;
}

/** The state of a request after its allowance was checked. */
export interface AllowanceState {
  allowance?: Allowance;
}

/**
 * Reports the allowance to the client (rate-limit.headers, rate-limit.ietf-headers), and notes that it was checked.
 * @param items how many items a request asks for, if each of them counts as a request
 * @throws {ServiceError} `rate_limited` if the request exceeds it
 */
export function spend(ctx: Context & { state: AllowanceState }, allowance: Allowance, items?: number): void {
  const { limit, remaining, resetsInMs, admitted } = allowance;
  const seconds = Math.max(Math.ceil(resetsInMs / 1000), 1);
  ctx.state.allowance = allowance;
  ctx.set('RateLimit-Limit', String(limit));
  ctx.set('RateLimit-Remaining', String(remaining));
  ctx.set('RateLimit-Reset', String(seconds));
  ctx.set('RateLimit-Policy', `"default";q=${limit};w=${rateWindowMs / 1000}`);
  ctx.set('RateLimit', `"default";r=${remaining};t=${seconds}`);
  if (admitted) return;
  const message =
    items === undefined
      ? 'The allowance of requests is used up; try again later.'
      : `Each of the ${items} items counts as a request, and nothing was done: of ${limit} a minute, ${remaining} are left for more. Try again later, or with fewer items.`;
  throw new ServiceError('rate_limited', message, { retryAfterSeconds: seconds });
}
