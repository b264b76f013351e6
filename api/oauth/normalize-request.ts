import type { Middleware } from 'koa';
import { AuthorizationProblem } from './pages/problem-page.ts';
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

/** The scope of a client that requests none. */
const defaultScope = 'read';

/** The only way in which codes and errors are sent: others need a script, or leave them in places that leak. */
const responseMode = 'query';

/**
 * Leaves out of an authorization request what has no meaning here, such as parameters of OpenID Connect.
 * @throws {AuthorizationProblem} if the response is wanted in another way than in the query
 */
export function normalizeRequest(): Middleware<OAuthState> {
  return async (ctx, next) => {
    const kept = Object.entries(ctx.query).filter(([name]) => used.has(name));
    const { response_mode = responseMode, ...others } = Object.fromEntries(kept);
    if (response_mode !== responseMode) {
      throw new AuthorizationProblem(
        400,
        'The app cannot be connected',
        'It asks for the response in a way that is not supported: only response_mode query is.',
      );
    }
    ctx.query = { scope: defaultScope, ...others, response_mode };
    await next();
  };
}
