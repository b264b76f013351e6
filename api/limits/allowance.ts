import type { Context } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import { rateWindowMs } from '#store/requests/rate-limits.ts';

/** Where a caller's allowance stands when a request came. */
export interface Allowance {
  /** Requests a minute. */
  limit: number;
  /** Requests that are left after this one, as far as this process knows. */
  remaining: number;
  /** Until the allowance is whole again. */
  resetsInMs: number;
  /** Whether this request is within it. */
  admitted: boolean;
}

/** What a request has once its allowance was looked at. */
export interface AllowanceState {
  allowance?: Allowance;
}

/**
 * Tells the client where its allowance stands (rate-limit.headers, rate-limit.ietf-headers), and notes that it
 * was looked at.
 * @throws {ServiceError} `rate_limited` when the request is over it
 */
export function spend(ctx: Context & { state: AllowanceState }, allowance: Allowance): void {
  const { limit, remaining, resetsInMs, admitted } = allowance;
  const seconds = Math.max(Math.ceil(resetsInMs / 1000), 1);
  ctx.state.allowance = allowance;
  ctx.set('RateLimit-Limit', String(limit));
  ctx.set('RateLimit-Remaining', String(remaining));
  ctx.set('RateLimit-Reset', String(seconds));
  ctx.set('RateLimit-Policy', `"default";q=${limit};w=${rateWindowMs / 1000}`);
  ctx.set('RateLimit', `"default";r=${remaining};t=${seconds}`);
  if (admitted) return;
  throw new ServiceError('rate_limited', 'The allowance of requests is used up; try again later.', {
    retryAfterSeconds: seconds,
  });
}
