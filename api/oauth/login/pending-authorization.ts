import { errors } from 'oidc-provider';
import { z } from 'zod';
import type { Context } from '#contract/context.ts';
import { knownScopes, type McpScope } from '#contract/grant.ts';
import type { JsonText } from '#contract/json-text.ts';
import { findAgentOfId } from '#store/agents/agents.ts';
import type { AgentDocument } from '#store/documents/agent.ts';
import { findInteraction } from '#store/oauth/interactions.ts';
import { AuthorizationProblem } from '../pages/problem-page.ts';
import { agentOfResource } from '../resources.ts';
import type { OAuthContext } from '../state.ts';
import type { LoginParts } from './login-parts.ts';
import { refuseWhileSuspended } from './refuse-while-suspended.ts';

/** An authorization in progress in the browser of a request. */
export interface PendingAuthorization {
  uid: string;
  agent: AgentDocument;
  client: { id: string; name: string | undefined; url: string | undefined };
  resource: string;
  redirectUri: string;
  scopes: McpScope[];
  /** The subject that has signed in; undefined before that. */
  subject: { workspace_id: string; subject_ref: string } | undefined;
  /** The person who signed in for the subject; undefined if that is the subject. */
  actor: string | undefined;
  /** The claim `context` of their session token. */
  context: JsonText<Context> | undefined;
}

/** The parameters of the client's request, which the authorization server has checked. */
const Params = z.object({
  client_id: z.string(),
  resource: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
});

/**
 * The authorization in progress that a request is about. Its id is in the path and also in a cookie, so that only the
 * browser that began it can continue it.
 * @throws {AuthorizationProblem} if there is none, its client or agent is gone, or its workspace is suspended
 */
export async function pendingAuthorization(
  ctx: OAuthContext,
  uid: string,
  { services: { db, baseUrl, suspensions }, provider }: LoginParts,
): Promise<PendingAuthorization> {
  const interaction = await interactionOf(ctx, uid, provider);
  const { client_id, resource, redirect_uri, scope } = Params.parse(interaction.params);
  const [client, agent, stored] = await Promise.all([
    provider.Client.find(client_id),
    findAgentOfId(db, agentOfResource(baseUrl, resource) ?? ''),
    findInteraction(db, uid),
  ]);
  if (client === undefined || agent === null || stored === null) throw isOver();
  if (agent.archived_at !== undefined) {
    throw new AuthorizationProblem(
      409,
      'This agent takes no new connections',
      `${agent.name} was archived by its owner.`,
    );
  }
  await refuseWhileSuspended(suspensions, agent.workspace_id);
  const { workspace_id, subject_ref, actor, context } = stored;
  const url = client.clientIdMetadataDocument === true ? client_id : undefined;
  return {
    uid,
    agent,
    client: { id: client_id, name: client.clientName, url },
    resource,
    redirectUri: redirect_uri,
    scopes: knownScopes(scope),
    subject:
      workspace_id === undefined || subject_ref === undefined ? undefined : { workspace_id, subject_ref },
    actor,
    context,
  };
}

async function interactionOf(ctx: OAuthContext, uid: string, provider: LoginParts['provider']) {
  try {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    if (interaction.uid === uid) return interaction;
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
  }
  throw isOver();
}

function isOver(): AuthorizationProblem {
  return new AuthorizationProblem(
    400,
    'This page is no longer valid',
    'It was opened in another browser, was used already, or is too old. Go back to the app, and connect again.',
  );
}
