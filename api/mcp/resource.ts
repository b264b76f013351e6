/** The URL of an agent's MCP endpoint, which is also the resource that access tokens are meant for (RFC 8707). */
export function resourceOf(baseUrl: string, agentId: string): string {
  return `${trimmed(baseUrl)}/mcp/${agentId}`;
}

/** Where the metadata of an agent's MCP endpoint is, with the endpoint's path appended (RFC 9728). */
export function resourceMetadataOf(baseUrl: string, agentId: string): string {
  const { origin, pathname } = new URL(resourceOf(baseUrl, agentId));
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}

function trimmed(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
