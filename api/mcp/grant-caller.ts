import type { Caller } from '../authentication/caller.ts';
import type { GrantAccess } from './access-tokens.ts';

/**
 * The caller that a grant stands for: its subject, for its agent only, and seeing only the conversations of the grant
 * (mcp.server.run-identity). The subject is also the actor: the client only carries what the subject decides.
 */
export function callerOf({
  workspace_id,
  subject_ref,
  agent_id,
  grant_id,
  client_name,
}: GrantAccess): Caller {
  return {
    workspace_id,
    subject_ref,
    actor: subject_ref,
    mode: 'direct',
    origin: 'mcp',
    agent_id,
    grant: { id: grant_id, client_name },
  };
}
