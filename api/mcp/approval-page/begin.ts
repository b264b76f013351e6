import { randomBytes } from 'node:crypto';
import { AgentId, Uuid } from '#contract/ids.ts';
import { findAgentOfId } from '#store/agents/agents.ts';
import { storeInteraction } from '#store/oauth/interactions.ts';
import type { LoginParts } from '../../oauth/login/login-parts.ts';
import { sendToBridge } from '../../oauth/login/send-to-bridge.ts';
import { approvalUid } from '../../oauth/login-paths.ts';
import { AuthorizationProblem } from '../../oauth/pages/problem-page.ts';
import type { OAuthContext } from '../../oauth/state.ts';
import { approvalCookies, approvalSeconds } from './approval-cookie.ts';

/**
 * Begins an approval in a browser that opened the address of a held call: its user signs in first, each time. Nothing
 * about the call is read before, so the address reveals nothing to a stranger, not even whether there is such a call.
 * @throws {AuthorizationProblem}
 */
export async function beginApproval(
  ctx: OAuthContext,
  params: Record<string, string>,
  parts: LoginParts,
): Promise<void> {
  const { db, keyring } = parts.services;
  const agentId = AgentId.safeParse(params['agent_id']).data;
  const held = {
    run_id: Uuid.safeParse(params['run_id']).data,
    tool_call_id: Uuid.safeParse(params['tool_call_id']).data,
  };
  const agent = agentId === undefined ? null : await findAgentOfId(db, agentId);
  if (agent === null || held.run_id === undefined || held.tool_call_id === undefined) throw nothingHere();
  ctx.state.workspaceId = agent.workspace_id;
  const uid = approvalUid(randomBytes(32).toString('base64url'));
  const interaction = { uid, expiresInSeconds: approvalSeconds };
  await storeInteraction(db, keyring, interaction, { agent_id: agent._id, ...held });
  approvalCookies.set(ctx, uid, uid);
  await sendToBridge(ctx, { uid, agent, clientName: `Approval for ${agent.name}` }, parts);
}

/** The same whether there is nothing, or nothing for this user. */
export function nothingHere(): AuthorizationProblem {
  return new AuthorizationProblem(
    404,
    'There is nothing for you to decide here',
    'The address is not one of an approval, or it is for another user. Sign in as the user of your app, or ask for the address again there.',
  );
}
