import type { Context } from 'koa';
import type { McpScope } from '#contract/grant.ts';
import { type Html, markup } from '../../http/pages/markup.ts';
import { redirectPlace } from './redirect-place.ts';
import { sendPage } from '../../http/pages/send-page.ts';

/** The question of the consent page. */
export interface ConsentQuestion {
  agentName: string;
  /** As the client registered itself; undefined if it has no name. */
  clientName: string | undefined;
  /** The URL of the client's metadata document, if it is known by one. */
  clientUrl: string | undefined;
  redirectUri: string;
  scopes: McpScope[];
  subject: string;
  /** Ties the form to this browser's authorization. */
  formToken: string;
}

const scopeTexts: Record<McpScope, Html> = {
  read: markup`<strong>Talk to the agent as you</strong>, and read its replies and results`,
  write: markup`<strong>Decide for you</strong>: approve or reject what the agent wants to do, and report results`,
};

const warning =
  'The name is the app’s own claim. Approve only if you started this yourself and know where it sends you.';

/**
 * The page that asks for consent: a form with two buttons, which send `decision`. They appear after a second, so that
 * the second click of a double click elsewhere decides nothing.
 */
export function sendConsentPage(ctx: Context, question: ConsentQuestion): void {
  const { agentName, clientName, clientUrl, redirectUri, scopes, subject, formToken } = question;
  const place = redirectPlace(redirectUri);
  const app =
    clientName === undefined
      ? markup`An app without a name`
      : markup`An app that calls itself <strong><bdi>${clientName}</bdi></strong>`;
  const describedAt =
    clientUrl === undefined ? '' : markup`<dt>Described at</dt><dd>${new URL(clientUrl).host}</dd>\n`;
  sendPage(ctx, {
    title: `Connect an app to ${agentName}?`,
    formLeadsTo: place.source ?? 'anywhere',
    content: markup`<p>${app} wants to use <strong><bdi>${agentName}</bdi></strong> on your behalf.</p>
<dl>
<dt>Sends you to</dt><dd>${place.shown}</dd>
<dt>Full address</dt><dd><code>${place.uri}</code></dd>
${describedAt}<dt>You are</dt><dd><bdi>${subject}</bdi></dd>
</dl>
<h2>It could</h2>
<ul>
${scopes.map((scope) => markup`<li>${scopeTexts[scope]}</li>\n`)}</ul>
<p class="quiet">${warning}</p>
<form method="post">
<input type="hidden" name="form_token" value="${formToken}">
<div class="choices">
<button type="submit" name="decision" value="deny">Deny</button>
<button type="submit" name="decision" value="approve" class="main">Approve</button>
</div>
</form>`,
  });
}
