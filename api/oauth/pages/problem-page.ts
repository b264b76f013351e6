import type { Context } from 'koa';
import { markup } from './markup.ts';
import { sendPage } from './send-page.ts';

/** Why an authorization ends here, told to the person in front of the browser. */
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

/** The page on which an authorization ends. */
export function sendProblem(ctx: Context, { status, title, message }: AuthorizationProblem): void {
  sendPage(ctx, {
    status,
    title,
    content: markup`<p>${message}</p>
<p class="quiet">Nothing was connected. You can close this page.</p>`,
  });
}
