import type { Requirement } from './requirement.ts';

/** MCP: grants, the server of an agent, authorization. */
export const mcp = [
  {
    id: 'mcp.grant.fields',
    source: ['service.md MCP grant', 'contract.md 1'],
    issue: 9,
    behaviour:
      'A grant has id (UUID v7), subject_ref, scopes, agent {public_id, name}, client {name}, created_at and last_authorized_at.',
  },
  {
    id: 'mcp.grant.one-per-combination',
    source: 'service.md MCP grant',
    issue: 9,
    behaviour: 'There is one grant per subject, agent and client; connecting again updates it.',
  },
  {
    id: 'mcp.grant.last-authorized',
    source: 'service.md MCP grant',
    issue: 9,
    behaviour:
      'last_authorized_at is when a token was last issued, null before, and does not move with tool calls.',
  },
  {
    id: 'mcp.grant.list',
    source: ['service.md MCP grants', 'contract.md 8'],
    issue: 9,
    behaviour: 'GET /v1/mcp/grants lists the active grants of the workspace, newest first, in pages.',
  },
  {
    id: 'mcp.grant.list.by-subject',
    source: 'service.md MCP grants',
    issue: 9,
    behaviour: '?subject= narrows the list to one user.',
  },
  {
    id: 'mcp.grant.revoke',
    source: ['service.md MCP grants', 'service.md Other', 'contract.md 8'],
    issue: 9,
    behaviour:
      'DELETE /v1/mcp/grants/{id} is 200 with id and revoked_at and ends access and refresh tokens at once; finished work stays.',
  },
  {
    id: 'mcp.grant.revoke.unknown',
    source: ['service.md Errors', 'contract.md 8'],
    issue: 9,
    behaviour: 'A grant that is unknown, of another workspace or already revoked is 404 not_found.',
  },
  {
    id: 'mcp.grant.api-key-only',
    source: ['service.md MCP grants', 'service.md Authentication', 'contract.md 2'],
    issue: 9,
    behaviour: 'Grants take the API key: a session token is 403 forbidden, an invalid key 401 unauthorized.',
  },
  {
    id: 'mcp.grant.no-credit-gate',
    source: ['service.md MCP grants', 'service.md Limits'],
    issue: 9,
    behaviour: 'Listing and revoking work with an empty balance.',
  },
  {
    id: 'mcp.server.transport',
    source: 'contract.md 8',
    issue: 9,
    behaviour: '/mcp/{agent_id} speaks streamable HTTP in the current MCP revision and the one before.',
  },
  {
    id: 'mcp.server.send-message',
    source: 'contract.md 8',
    issue: 9,
    behaviour:
      "send_message starts or continues the grant's conversation and waits; a pause comes back as structured content.",
  },
  {
    id: 'mcp.server.get-run',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'get_run returns a run of the grant.',
  },
  {
    id: 'mcp.server.write-tools',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'confirm and report_outcome are there with scope write, and only then.',
  },
  {
    id: 'mcp.server.run-identity',
    source: ['service.md MCP grant', 'contract.md 7', 'contract.md 8'],
    issue: 9,
    behaviour: 'Runs have origin mcp and the subject of the grant.',
  },
  {
    id: 'mcp.oauth.metadata',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'Protected-resource and authorization-server metadata are served.',
  },
  {
    id: 'mcp.oauth.pkce',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'Authorization demands PKCE with S256.',
  },
  {
    id: 'mcp.oauth.resource',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'Tokens are bound to the resource that was named; another agent refuses them.',
  },
  {
    id: 'mcp.oauth.clients',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'Clients register dynamically or by a client-id metadata document.',
  },
  {
    id: 'mcp.oauth.refresh-rotation',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'Refresh tokens rotate, with a short grace for reuse.',
  },
  {
    id: 'mcp.login.bridge',
    source: 'contract.md 8',
    issue: 9,
    behaviour:
      "The user signs in at the workspace's login bridge, which sends the browser back with request and session token.",
  },
  {
    id: 'mcp.login.request-token',
    source: 'contract.md 8',
    issue: 9,
    behaviour:
      'The request token lives 5 minutes, works once, and carries jti, agent_id, client_name and return_to.',
  },
  {
    id: 'mcp.login.settings',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'PUT and GET /v1/mcp/settings write and read login_url with the API key.',
  },
  {
    id: 'mcp.login.no-bridge',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'Without a login_url authorization ends with a clear page.',
  },
  {
    id: 'mcp.consent',
    source: 'contract.md 8',
    issue: 9,
    behaviour: 'Consent shows agent, client, redirect host and scopes, and sends decision approve or deny.',
  },
] as const satisfies readonly Requirement[];
