import type { Pending } from '#contract/mcp-tools.ts';
import { readMcpSettings } from '#store/grants/settings.ts';
import { actorOf } from '../http/authentication/caller.ts';
import { approvalUrl } from '../oauth/login-paths.ts';
import type { McpCall } from './call.ts';

/** The reader of a tool's answers. */
export interface Reader {
  /** Whether the grant has the scope `write`. */
  mayWrite: boolean;
  /** The user of the client. */
  actor: string;
  /** Whether the workspace has held writes approved on the service's own page alone. */
  approvesOnPage: boolean;
  /** Where the user decides on a held write of a run. */
  approvalUrl: (runId: string, pending: Pick<Pending, 'tool_call_id'>) => string;
}

/** The reader of what is answered to a call. */
export async function readerOf({ access, caller, services: { baseUrl, db } }: McpCall): Promise<Reader> {
  const { agent_id, scopes, workspace_id } = access;
  const { approvals } = await readMcpSettings(db, workspace_id);
  return {
    mayWrite: scopes.includes('write'),
    actor: actorOf(caller),
    approvesOnPage: approvals === 'page',
    approvalUrl: (run_id, { tool_call_id }) => approvalUrl(baseUrl, { agent_id, run_id, tool_call_id }),
  };
}
