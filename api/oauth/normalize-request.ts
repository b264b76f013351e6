import type { Middleware } from 'koa';
import type { OAuthState } from './state.ts';

/** The parameters that are used. Others are ignored, except that the library refuses request objects. */
const used = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'prompt',
  'response_mode',
  'request',
  'request_uri',
]);

/** What a client gets that asks for nothing in particular. */
const defaultScope = 'read';

/** Leaves out of an authorization request what has no meaning here, such as parameters of OpenID Connect. */
export function normalizeRequest(): Middleware<OAuthState> {
  return async (ctx, next) => {
    const kept = Object.entries(ctx.query).filter(([name]) => used.has(name));
    ctx.query = { scope: defaultScope, ...Object.fromEntries(kept) };
    await next();
  };
}
