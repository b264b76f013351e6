import { readMcpSettings } from '#store/grants/settings.ts';
import type { AgentDocument } from '#store/documents/agent.ts';
import { beginLogin } from '#store/oauth/interactions.ts';
import { AuthorizationProblem } from '../pages/problem-page.ts';
import type { OAuthContext } from '../state.ts';
import type { LoginParts } from './login-parts.ts';
import { loginCookies } from './login-cookie.ts';

/** The reason why the browser signs in. */
interface Entry {
  /** Id of the interaction: a secret of this browser. */
  uid: string;
  agent: AgentDocument;
  /** The name of the application that the user signs in to, for the bridge. */
  clientName: string;
}

/**
 * Sends the browser to the login bridge of the agent's workspace, with a request token of its own.
 * @throws {AuthorizationProblem} if the workspace has none
 */
export async function sendToBridge(
  ctx: OAuthContext,
  { uid, agent, clientName }: Entry,
  { services, requestTokens }: LoginParts,
): Promise<void> {
  const { login_url } = await readMcpSettings(services.db, agent.workspace_id);
  if (login_url === undefined) {
    throw new AuthorizationProblem(
      400,
      'Signing in is not set up',
      `The owner of ${agent.name} has not set up a sign-in page, without which no app can be connected, and nothing can be decided here. Ask the owner to set one up.`,
    );
  }
  const { token, jti } = await requestTokens.issue({ agent_id: agent._id, client_name: clientName });
  if (!(await beginLogin(services.db, uid, jti))) {
    // Another tab of this browser was faster.
    ctx.redirect(ctx.path);
    return;
  }
  loginCookies.set(ctx, jti, uid);
  const bridge = new URL(login_url);
  bridge.searchParams.set('request', token);
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.status = 303;
  ctx.redirect(bridge.href);
}
