import type { Requirement } from './requirement.ts';

/** MCP: grants, the server of an agent, authorization. */
export const mcp = [
  {
    id: 'mcp.grant.fields',
    behaviour:
      'A grant has id (UUID v7), subject_ref, scopes, agent {public_id, name}, client {id, name, document_host?, redirect_host?}, created_at and last_authorized_at.',
  },
  {
    id: 'mcp.grant.one-per-combination',
    behaviour: 'There is one grant per subject, agent and client; connecting again updates it.',
  },
  {
    id: 'mcp.grant.last-authorized',
    behaviour:
      'last_authorized_at is when a token was last issued, null before, and does not move with tool calls.',
  },
  {
    id: 'mcp.grant.list',
    behaviour: 'GET /v1/mcp/grants lists the active grants of the workspace, newest first, in pages.',
  },
  {
    id: 'mcp.grant.list.by-subject',
    behaviour: '?subject= narrows the list to one user.',
  },
  {
    id: 'mcp.grant.revoke',
    behaviour:
      'DELETE /v1/mcp/grants/{id} is 200 with id and revoked_at and ends access and refresh tokens at once; finished work stays.',
  },
  {
    id: 'mcp.grant.revoke.unknown',
    behaviour: 'A grant that is unknown, of another workspace or already revoked is 404 not_found.',
  },
  {
    id: 'mcp.grant.api-key-only',
    behaviour: 'Grants take the API key: a session token is 403 forbidden, an invalid key 401 unauthorized.',
  },
  {
    id: 'mcp.grant.no-credit-gate',
    behaviour: 'Listing and revoking work with an empty balance.',
  },
  {
    id: 'mcp.grant.archived-agent',
    behaviour: 'Archiving an agent refuses new authorizations, and lets existing grants go on.',
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
      'Batches, unknown methods and messages that are too large, too deep or of too many values are refused at once.',
  },
  {
    id: 'mcp.server.listen',
    behaviour:
      'subscriptions/listen is acknowledged as a subscription to nothing, and is over at once: nothing stays open.',
  },
  {
    id: 'mcp.oauth.metadata',
    behaviour: 'Protected-resource and authorization-server metadata are served.',
  },
  {
    id: 'mcp.oauth.pkce',
    behaviour: 'Authorization demands PKCE with S256.',
  },
  {
    id: 'mcp.oauth.resource',
    behaviour: 'Tokens are bound to the resource that was named; another agent refuses them.',
  },
  {
    id: 'mcp.oauth.scopes',
    behaviour:
      'A client that asks for no scope gets read. Scopes of other protocols are ignored, and offline_access is not needed to refresh tokens.',
  },
  {
    id: 'mcp.oauth.clients',
    behaviour: 'Clients register dynamically or by a client-id metadata document.',
  },
  {
    id: 'mcp.oauth.refresh-rotation',
    behaviour:
      'Refresh tokens rotate, with a short grace for reuse, in which each use leads to the same successor.',
  },
  {
    id: 'mcp.oauth.code-once',
    behaviour:
      'A code works once on all processes. Its second use ends the connection, also for a process that stood still in between.',
  },
  {
    id: 'mcp.oauth.redirect',
    behaviour:
      'Codes are sent only to a registered redirect, compared character by character except for the port on loopback: to https, this device, or the scheme of an app.',
  },
  {
    id: 'mcp.oauth.no-open-redirect',
    behaviour:
      'Until its user has decided on the consent page, a request that is refused ends on a page of the service, and never at the redirect of the client.',
  },
  {
    id: 'mcp.oauth.client-documents',
    behaviour:
      'Metadata documents are fetched from public addresses only, whatever the deployment opens, within bounds, and cached as their headers say; failures are cached for half a minute.',
  },
  {
    id: 'mcp.oauth.unused-clients',
    behaviour:
      'A registered client that is not used is deleted: after an hour, or 90 days after its last token. Unused ones are few of one address, and all together, where the oldest one gives way.',
  },
  {
    id: 'mcp.oauth.revocation',
    behaviour: 'A client can end its own connection, and ask whether its access token works.',
  },
  {
    id: 'mcp.oauth.stored',
    behaviour: 'Codes, tokens and secrets of clients are stored as hashes or encrypted.',
  },
  {
    id: 'mcp.oauth.keys',
    behaviour: 'All processes derive the same keys, and accept what an older encryption key signed.',
  },
  {
    id: 'mcp.oauth.cors',
    behaviour: 'Metadata and token endpoints can be called by browser code of any origin, without cookies.',
  },
  {
    id: 'mcp.oauth.limits',
    behaviour:
      'Requests are limited by address until they prove whose they are, and then by workspace. Registrations and metadata documents of new clients are limited more, each by themselves; clients in use are not.',
  },
  {
    id: 'mcp.oauth.recorded',
    behaviour: 'Requests of a known workspace are in its request log, with origin mcp and without secrets.',
  },
  {
    id: 'mcp.login.bridge',
    behaviour:
      "The user signs in at the workspace's login bridge, which sends the browser back with request and session token.",
  },
  {
    id: 'mcp.login.request-token',
    behaviour:
      'The request token lives 5 minutes, works once, and carries jti, agent_id, client_name and return_to.',
  },
  {
    id: 'mcp.login.own-token',
    behaviour:
      'The session token that comes back carries the jti of this request token as request_jti. No other token signs anybody in, and a token with that claim opens nothing under /v1.',
  },
  {
    id: 'mcp.login.settings',
    behaviour: 'PUT and GET /v1/mcp/settings write and read login_url with the API key.',
  },
  {
    id: 'mcp.login.no-bridge',
    behaviour: 'Without a login_url authorization ends with a clear page.',
  },
  {
    id: 'mcp.consent',
    behaviour:
      'Consent shows agent, client, the redirect as a host and in full, and scopes, and sends decision approve or deny.',
  },
  {
    id: 'mcp.consent.name',
    behaviour:
      'The name of a client is one line of ordinary blanks and visible characters, on which no marks pile up.',
  },
  {
    id: 'mcp.consent.double-click',
    behaviour: 'The buttons of the consent page appear a second after it.',
  },
  {
    id: 'mcp.consent.own-form',
    behaviour: 'A decision counts only from the form that was served for it, in the browser that began.',
  },
  {
    id: 'mcp.consent.page',
    behaviour:
      'The pages run no script, load nothing, can be neither framed nor reached by the window that opened them, and have no fault of accessibility in both colour schemes.',
  },
] as const satisfies readonly Requirement[];
