import type { Requirement } from './requirement.ts';

/** MCP: grants, the server of an agent, authorization. */
export const mcp = [
  {
    id: 'mcp.grant.fields',
    planned: true,
    behaviour:
      'A grant has id (UUID v7), subject_ref, scopes, agent {public_id, name}, client {name}, created_at and last_authorized_at.',
  },
  {
    id: 'mcp.grant.one-per-combination',
    planned: true,
    behaviour: 'There is one grant per subject, agent and client; connecting again updates it.',
  },
  {
    id: 'mcp.grant.last-authorized',
    planned: true,
    behaviour:
      'last_authorized_at is when a token was last issued, null before, and does not move with tool calls.',
  },
  {
    id: 'mcp.grant.list',
    planned: true,
    behaviour: 'GET /v1/mcp/grants lists the active grants of the workspace, newest first, in pages.',
  },
  {
    id: 'mcp.grant.list.by-subject',
    planned: true,
    behaviour: '?subject= narrows the list to one user.',
  },
  {
    id: 'mcp.grant.revoke',
    planned: true,
    behaviour:
      'DELETE /v1/mcp/grants/{id} is 200 with id and revoked_at and ends access and refresh tokens at once; finished work stays.',
  },
  {
    id: 'mcp.grant.revoke.unknown',
    planned: true,
    behaviour: 'A grant that is unknown, of another workspace or already revoked is 404 not_found.',
  },
  {
    id: 'mcp.grant.api-key-only',
    planned: true,
    behaviour: 'Grants take the API key: a session token is 403 forbidden, an invalid key 401 unauthorized.',
  },
  {
    id: 'mcp.grant.no-credit-gate',
    planned: true,
    behaviour: 'Listing and revoking work with an empty balance.',
  },
  {
    id: 'mcp.server.transport',
    behaviour: '/mcp/{agent_id} speaks streamable HTTP in the current MCP revision and the one before.',
  },
  {
    id: 'mcp.server.send-message',
    behaviour:
      "send_message starts or continues the grant's conversation and waits; a pause comes back as structured content.",
  },
  {
    id: 'mcp.server.get-run',
    behaviour: 'get_run returns a run of the grant.',
  },
  {
    id: 'mcp.server.write-tools',
    behaviour: 'confirm and report_outcome are there with scope write, and only then.',
  },
  {
    id: 'mcp.server.run-identity',
    behaviour: 'Runs have origin mcp and the subject of the grant.',
  },
  {
    id: 'mcp.server.own-conversations',
    behaviour:
      'A grant sees only its own conversations: not those of other grants, clients, subjects or agents.',
  },
  {
    id: 'mcp.server.challenge',
    behaviour:
      'Without a valid token every request is 401 unauthorized, with the absolute URL of the resource metadata and the scopes to ask for.',
  },
  {
    id: 'mcp.server.step-up',
    behaviour:
      'A call of a tool that the scopes do not allow is 403 insufficient_scope, with the scopes to ask for.',
  },
  {
    id: 'mcp.server.revoked',
    behaviour: 'Revoking a grant ends its waiting calls at once; its runs go on.',
  },
  {
    id: 'mcp.server.errors',
    behaviour:
      'An error of a tool is a result that a model can read, with the code that the API has for it, insufficient_credits included.',
  },
  {
    id: 'mcp.server.idempotent',
    behaviour:
      'A tool call with Idempotency-Key in its _meta is done at most once for a grant; a repetition shows how far its run has got.',
  },
  {
    id: 'mcp.server.asks-user',
    behaviour:
      'A client that can show a form is asked to have its user answer a question or, with scope write, decide on a held write; what it sends back counts once, for the grant that was asked.',
  },
  {
    id: 'mcp.server.origin',
    behaviour:
      'A request for another host than the service is known by, or of a page that may not call the API, is 403 forbidden.',
  },
  {
    id: 'mcp.server.waiting-calls',
    behaviour: 'A grant, a workspace and an address can have only so many tool calls waiting at once.',
  },
  {
    id: 'mcp.server.limits',
    behaviour:
      'Requests count against the allowance of the workspace, and those without a valid token against that of their address.',
  },
  {
    id: 'mcp.server.hostile',
    behaviour:
      'Batches, subscriptions, unknown methods and messages that are too large, too deep or of too many values are refused at once.',
  },
  {
    id: 'mcp.oauth.metadata',
    planned: true,
    behaviour: 'Protected-resource and authorization-server metadata are served.',
  },
  {
    id: 'mcp.oauth.pkce',
    planned: true,
    behaviour: 'Authorization demands PKCE with S256.',
  },
  {
    id: 'mcp.oauth.resource',
    behaviour: 'Tokens are bound to the resource that was named; another agent refuses them.',
  },
  {
    id: 'mcp.oauth.clients',
    planned: true,
    behaviour: 'Clients register dynamically or by a client-id metadata document.',
  },
  {
    id: 'mcp.oauth.refresh-rotation',
    planned: true,
    behaviour: 'Refresh tokens rotate, with a short grace for reuse.',
  },
  {
    id: 'mcp.login.bridge',
    planned: true,
    behaviour:
      "The user signs in at the workspace's login bridge, which sends the browser back with request and session token.",
  },
  {
    id: 'mcp.login.request-token',
    planned: true,
    behaviour:
      'The request token lives 5 minutes, works once, and carries jti, agent_id, client_name and return_to.',
  },
  {
    id: 'mcp.login.settings',
    planned: true,
    behaviour: 'PUT and GET /v1/mcp/settings write and read login_url with the API key.',
  },
  {
    id: 'mcp.login.no-bridge',
    planned: true,
    behaviour: 'Without a login_url authorization ends with a clear page.',
  },
  {
    id: 'mcp.consent',
    planned: true,
    behaviour: 'Consent shows agent, client, redirect host and scopes, and sends decision approve or deny.',
  },
] as const satisfies readonly Requirement[];
