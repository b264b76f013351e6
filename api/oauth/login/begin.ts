import { readMcpSettings } from '#store/grants/settings.ts';
import { beginLogin } from '#store/oauth/interactions.ts';
import { sendConsentPage } from '../pages/consent-page.ts';
import { AuthorizationProblem } from '../pages/problem-page.ts';
import { redirectPlace } from '../pages/redirect-place.ts';
import type { OAuthContext } from '../state.ts';
import type { LoginParts } from './login-parts.ts';
import { setLoginCookie } from './login-cookie.ts';
import { pendingAuthorization, type PendingAuthorization } from './pending-authorization.ts';

/** The name by which a client is shown and stored. */
export function clientLabel({ client, redirectUri }: PendingAuthorization): string {
  return client.name ?? (client.url === undefined ? redirectPlace(redirectUri) : new URL(client.url)).host;
}

/** Sends the browser to the login bridge or, if its user has signed in, shows the page that asks for consent. */
export async function beginOrAsk(ctx: OAuthContext, uid: string, parts: LoginParts): Promise<void> {
  const pending = await pendingAuthorization(ctx, uid, parts);
  ctx.state.workspaceId = pending.agent.workspace_id;
  if (pending.subject === undefined) await sendToBridge(ctx, pending, parts);
  else {
    ctx.state.about = { subject_ref: pending.subject.subject_ref };
    sendConsentPage(ctx, {
      agentName: pending.agent.name,
      clientName: pending.client.name,
      clientUrl: pending.client.url,
      redirectUri: pending.redirectUri,
      scopes: pending.scopes,
      subject: pending.subject.subject_ref,
      formToken: parts.forms.issue(uid),
    });
  }
}

async function sendToBridge(
  ctx: OAuthContext,
  pending: PendingAuthorization,
  parts: LoginParts,
): Promise<void> {
  const { services, requestTokens } = parts;
  const { agent, uid } = pending;
  const { login_url } = await readMcpSettings(services.db, agent.workspace_id);
  if (login_url === undefined) {
    throw new AuthorizationProblem(
      400,
      'Signing in is not set up',
      `The owner of ${agent.name} has not set up a sign-in page for apps, so no app can be connected to it.`,
    );
  }
  const { token, jti } = await requestTokens.issue({
    agent_id: agent._id,
    client_name: clientLabel(pending),
  });
  if (!(await beginLogin(services.db, uid, jti))) {
    // Another tab of this browser was faster.
    ctx.redirect(ctx.path);
    return;
  }
  setLoginCookie(ctx, jti, uid);
  const bridge = new URL(login_url);
  bridge.searchParams.set('request', token);
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.status = 303;
  ctx.redirect(bridge.href);
}
