import type { McpScope } from '#contract/grant.ts';

/**
 * A standing authorization. There is one active grant per subject, agent and client; a revoked one stays as a record.
 */
export interface McpGrantDocument {
  _id: string;
  workspace_id: string;
  subject_ref: string;
  agent: { id: string; name: string };
  client: {
    id: string;
    name: string;
    /** The host of the redirect that was last consented to, or the scheme of an app; absent in older grants. */
    redirect_host?: string;
  };
  /** Counts the grants of one subject, agent and client. Each one but the latest is revoked. */
  seq: number;
  scopes: McpScope[];
  /** Absent once the grant is revoked. */
  active?: true;
  revoked_at?: Date;
  /** When a client was last connected. Written together with the client's authorization. */
  connected_at?: Date;
  /** When an access token was last issued; absent if none ever was. */
  last_authorized_at?: Date;
  created_at: Date;
}
