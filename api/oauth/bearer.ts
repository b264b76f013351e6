import type { Context } from 'koa';
import { type AllowanceState, spend } from '../limits/allowance.ts';
import type { CallerState } from '../middleware/authenticate.ts';
import type { GrantAccess } from '../mcp/access-tokens.ts';
import type { Services } from '../services.ts';

type State = Partial<CallerState> & AllowanceState;

/**
 * Identifies the bearer of an access token in `Authorization`, and counts the request: against the allowance of the
 * workspace or, if the token is missing or invalid, of the address. From then on, the request's record knows its
 * workspace, subject and origin, as for every authenticated request.
 * @param resource the URL of the MCP endpoint that is called
 * @returns undefined if there is no valid token for this resource: answer 401
 * @throws {ServiceError} `rate_limited`
 */
export async function identifyBearer(
  ctx: Context & { state: State },
  { accessTokens, allowances }: Pick<Services, 'accessTokens' | 'allowances'>,
  resource: string,
): Promise<GrantAccess | undefined> {
  const ofAddress = await allowances.addresses.admit(ctx.ip);
  if (!ofAddress.admitted) spend(ctx, ofAddress);
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(ctx.get('Authorization')) ?? [];
  const access = await accessTokens.verify(token, resource);
  if (access === undefined) {
    spend(ctx, ofAddress);
    return undefined;
  }
  await allowances.addresses.refund(ctx.ip);
  const { workspace_id, subject_ref, agent_id } = access;
  ctx.state.workspaceId = workspace_id;
  ctx.state.caller = {
    workspace_id,
    subject_ref,
    actor: subject_ref,
    agent_id,
    mode: 'direct',
    origin: 'mcp',
  };
  spend(ctx, await allowances.workspaces.admit(workspace_id));
  return access;
}
