import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { nameRoute } from '../../http/endpoint/name-route.ts';
import { toServiceError } from '../../http/middleware/answer-errors.ts';
import type { AddressAllowances } from '../../http/limits/address-allowances.ts';
import { spend } from '../../http/limits/allowance.ts';
import { markup } from '../../http/pages/markup.ts';
import { sendPage } from '../../http/pages/send-page.ts';
import type { BeginServices } from './begin.ts';
import { callbackRoute, type CallbackState, takeCallback } from './callback.ts';
import { SignInProblem } from './sign-in-problem.ts';

/** The page to which providers send browsers back. */
export function mountCallback(
  services: BeginServices & { allowances: { oauth: AddressAllowances } },
): Router<CallbackState> {
  const router = new Router<CallbackState>({ sensitive: true, strict: true });
  router.get(
    callbackRoute.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    async (ctx, next) => {
      nameRoute(ctx, callbackRoute);
      await next();
    },
    answerProblems(),
    async (ctx) => {
      spend(ctx, await services.allowances.oauth.admit(ctx.ip));
      await takeCallback(ctx, services);
    },
  );
  return router;
}

/** Answers errors with a page. Nothing internal is shown; the log has it. */
function answerProblems(): Middleware<CallbackState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status, title, message } = problemOf(error);
      if (error instanceof SignInProblem && status < 500) ctx.state.log.info({ status }, 'sign-in refused');
      else ctx.state.log.warn({ err: error }, 'sign-in failed');
      sendPage(ctx, {
        status,
        title,
        content: markup`<p>${message}</p>
<p class="quiet">You are not signed in. <a href="/console/sign-in">Back to the sign-in</a></p>`,
      });
    }
  };
}

function problemOf(error: unknown): SignInProblem {
  if (error instanceof SignInProblem) return error;
  const { status, message } = toServiceError(error);
  return new SignInProblem(status, 'This did not work', message);
}
