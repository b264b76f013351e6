/** What the bearer of an access token may do: the standing authorization that the token was issued against. */
export interface GrantAccess {
  grant_id: string;
  workspace_id: string;
  /** The subject that every run under the grant acts for. */
  subject_ref: string;
  /** The only agent that the grant covers. */
  agent_id: string;
  client_id: string;
  /** As the client registered itself: a label, not an identity. */
  client_name: string;
  scopes: ('read' | 'write')[];
  expires_at: Date;
}

/** Checks access tokens. */
export interface AccessTokens {
  /**
   * What the token allows, or `undefined` if it is unknown, expired, meant for another resource, or if its grant was
   * revoked.
   *
   * @param resource the URL of the MCP endpoint that the token must be meant for (RFC 8707)
   */
  verify(token: string, resource: string): Promise<GrantAccess | undefined>;
}
