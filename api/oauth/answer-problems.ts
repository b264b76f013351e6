import type { Context, Middleware } from 'koa';
import { errors } from 'oidc-provider';
import { toServiceError } from '../http/middleware/answer-errors.ts';
import { appProblem, AuthorizationProblem, sendProblem } from './pages/problem-page.ts';
import type { OAuthState } from './state.ts';

/** Answers errors of pages with a page. Nothing internal is shown; the log has it. */
export function answerProblems(): Middleware<OAuthState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      sendProblem(ctx, problemOf(ctx, error));
    }
  };
}

function problemOf(ctx: Context & { state: OAuthState }, error: unknown): AuthorizationProblem {
  if (error instanceof AuthorizationProblem) return error;
  // An error of the library, for example because the host of a client's document does not answer when it is read again.
  if (error instanceof errors.OIDCProviderError) return appProblem(error.statusCode, error);
  const known = toServiceError(error);
  if (known.status >= 500) ctx.state.log.error({ err: error, code: known.code }, 'request failed');
  if (known.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(known.retryAfterSeconds));
  return new AuthorizationProblem(known.status, 'This did not work', known.message);
}
