import { defined } from '#contract/defined.ts';
import type { Caller } from '../http/authentication/caller.ts';
import type { GrantAccess } from '../oauth/access-tokens.ts';

/**
 * The caller of a grant: its subject, for its agent only, and seeing only the conversations of the grant
 * (mcp.server.run-identity). The person who signed in for it is the actor, by default the subject: the client only
 * carries their decisions.
 */
export function callerOf({
  workspace_id,
  subject_ref,
  actor = subject_ref,
  context,
  agent_id,
  grant_id,
  client_name,
}: GrantAccess): Caller {
  return {
    workspace_id,
    subject_ref,
    actor,
    credential: { kind: 'mcp_grant', id: grant_id },
    mode: 'direct',
    origin: 'mcp',
    agent_id,
    ...defined({ context }),
    grant: { id: grant_id, client_name },
  };
}
