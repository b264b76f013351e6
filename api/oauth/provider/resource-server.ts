import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { mcpScopes } from '#contract/grant.ts';
import { findAgentOfId } from '#store/agents/agents.ts';
import type { Database } from '#store/mongo/database.ts';
import { agentOfResource } from '../resources.ts';

/** Short, because what a client holds for long is its refresh token. */
const accessTokenSeconds = 600;

/**
 * The agent whose MCP endpoint a request is about. An archived agent gets no new authorizations, but existing
 * ones stay, as its threads do.
 * @throws {errors.InvalidTarget} if the resource is not exactly the URL of the MCP endpoint of an agent
 */
export async function resourceServerOf(
  ctx: KoaContextWithOIDC,
  resource: string,
  { baseUrl, db }: { baseUrl: string; db: Database },
): Promise<ResourceServer> {
  const { params, route } = ctx.oidc;
  if (Array.isArray(params?.['resource'])) throw new errors.InvalidTarget('only one resource may be named');
  const agentId = agentOfResource(baseUrl, resource);
  const agent = agentId === undefined ? null : await findAgentOfId(db, agentId);
  if (agent === null) throw new errors.InvalidTarget('the resource is not the MCP endpoint of an agent');
  ctx.state['workspaceId'] ??= agent.workspace_id;
  if (agent.archived_at !== undefined && route !== 'token') {
    throw new errors.InvalidTarget('the agent is archived and takes no new connections');
  }
  return {
    scope: mcpScopes.join(' '),
    audience: resource,
    accessTokenTTL: accessTokenSeconds,
    accessTokenFormat: 'opaque',
  };
}
