import type { Context } from 'koa';
import { markup } from '../../http/pages/markup.ts';
import { sendPage } from '../../http/pages/send-page.ts';

/** The reason why an authorization ends here, for the person in front of the browser. */
export class AuthorizationProblem extends Error {
  override name = 'AuthorizationProblem';
  readonly status: number;
  readonly title: string;

  /** @param message what happened, and what to do */
  constructor(status: number, title: string, message: string) {
    super(message);
    this.status = status;
    this.title = title;
  }
}

/** An error of OAuth, by its code and description, as a problem of the app that asked. */
export function appProblem(
  status: number,
  { error, error_description }: { error: string; error_description?: string | undefined },
): AuthorizationProblem {
  const message = error_description ?? 'The request of the app is not valid.';
  // Where the library would have redirected, its status is that of a redirect.
  const shown = status < 400 ? 400 : status;
  return new AuthorizationProblem(shown, 'The app cannot be connected', `${message} (${error})`);
}

/** The page on which an authorization ends. */
export function sendProblem(ctx: Context, { status, title, message }: AuthorizationProblem): void {
  // A fault of the service may have come after what was asked for was done.
  const changed =
    status < 500
      ? 'Nothing was changed. You can close this page.'
      : 'Whether anything was changed is not known: look before you try again.';
  sendPage(ctx, {
    status,
    title,
    content: markup`<p>${message}</p>
<p class="quiet">${changed}</p>`,
  });
}
