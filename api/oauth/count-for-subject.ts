import type { Allowances } from '../http/limits/allowances.ts';
import { spend } from '../http/limits/allowance.ts';
import type { OAuthContext } from './state.ts';

/**
 * Counts a request against the allowance of a workspace, and no longer against that of its address, because it has
 * proved on whose behalf it is made. Its record names them.
 * @throws {ServiceError} `rate_limited`
 */
export async function countForSubject(
  ctx: OAuthContext,
  { oauth, workspaces }: Allowances,
  { workspace_id, subject_ref }: { workspace_id: string; subject_ref: string },
): Promise<void> {
  await oauth.refund(ctx.ip);
  ctx.state.workspaceId = workspace_id;
  ctx.state.caller = { workspace_id, subject_ref, actor: subject_ref, mode: 'direct', origin: 'mcp' };
  spend(ctx, await workspaces.admit(workspace_id, subject_ref));
}
