import { sendConsentPage } from '../pages/consent-page.ts';
import { redirectPlace } from '../pages/redirect-place.ts';
import type { OAuthContext } from '../state.ts';
import type { LoginParts } from './login-parts.ts';
import { pendingAuthorization, type PendingAuthorization } from './pending-authorization.ts';
import { sendToBridge } from './send-to-bridge.ts';

/** The name by which a client is shown and stored. */
export function clientLabel({ client, redirectUri }: PendingAuthorization): string {
  return client.name ?? (client.url === undefined ? redirectPlace(redirectUri) : new URL(client.url)).host;
}

/** Sends the browser to the login bridge or, if its user has signed in, shows the page that asks for consent. */
export async function beginOrAsk(ctx: OAuthContext, uid: string, parts: LoginParts): Promise<void> {
  const pending = await pendingAuthorization(ctx, uid, parts);
  ctx.state.workspaceId = pending.agent.workspace_id;
  if (pending.subject === undefined)
    await sendToBridge(ctx, { ...pending, clientName: clientLabel(pending) }, parts);
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
