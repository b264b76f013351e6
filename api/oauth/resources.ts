import { AgentId } from '#contract/ids.ts';

/** Where the protected-resource metadata of a deployment is served (RFC 9728). */
export const protectedResourcePath = '/.well-known/oauth-protected-resource';

/** The MCP endpoint of an agent: the resource that access tokens are issued for (RFC 8707). */
export function mcpResource(baseUrl: string, agentId: string): string {
  return `${baseUrl}/mcp/${agentId}`;
}

/** The agent whose MCP endpoint a resource is, compared character by character; undefined if it is none. */
export function agentOfResource(baseUrl: string, resource: string): string | undefined {
  const prefix = mcpResource(baseUrl, '');
  return resource.startsWith(prefix) ? AgentId.safeParse(resource.slice(prefix.length)).data : undefined;
}

/** The absolute URL of the metadata of an agent's MCP endpoint, for `resource_metadata` in `WWW-Authenticate`. */
export function resourceMetadataUrl(baseUrl: string, agentId: string): string {
  return `${baseUrl}${protectedResourcePath}/mcp/${agentId}`;
}
