import type { Middleware } from 'koa';
import { type AllowanceState, spend } from '../limits/allowance.ts';
import type { Allowances } from '../limits/allowances.ts';
import { toServiceError } from './answer-errors.ts';
import type { Authenticator, CallerState } from './authenticate.ts';
import type { RequestState } from './identify-request.ts';

/** The step that counts a request against the allowance of its workspace, before it costs anything. */
export function limitRate({ workspaces }: Allowances): Middleware<CallerState & AllowanceState> {
  return async (ctx, next) => {
    if (ctx.state.workspaceId !== undefined) spend(ctx, await workspaces.admit(ctx.state.workspaceId));
    await next();
  };
}

/** The step that counts requests for what is served without a credential beside /v1 and costs something, by address. */
export function limitPages({ pages }: Allowances): Middleware<AllowanceState> {
  return async (ctx, next) => {
    if (/^\/(?:readyz|openapi\.json|docs(?:\/.*)?)$/.test(ctx.path)) spend(ctx, await pages.admit(ctx.ip));
    await next();
  };
}

/**
 * Counts what never came to {@link limitRate} under /v1: requests that a workspace may not make or that lead nowhere,
 * against its allowance; those that no workspace answers for, against that of their address: without a valid
 * credential, to what is public. A flood of these leaves the allowances of workspaces as they are, and whoever
 * has a credential gets through from the same address. Where a fault of the service keeps it from knowing whose the
 * request is, nobody's allowance is spent: the client hears of the fault.
 */
export function limitUnroutedRequests(
  { workspaces, addresses }: Allowances,
  authenticator: Authenticator,
): Middleware<Partial<CallerState> & RequestState & AllowanceState> {
  return async (ctx, next) => {
    if (!/^\/v1(\/|$)/.test(ctx.path)) {
      await next();
      return;
    }
    let isOurFault = false;
    try {
      await next();
    } catch (error) {
      isOurFault = toServiceError(error).status >= 500;
      throw error;
    } finally {
      // Without an endpoint, nobody has asked yet whose the request is.
      if (ctx.state.endpoint === undefined) await authenticator.accepts(ctx, 'management');
      const { workspaceId, allowance } = ctx.state;
      if (allowance === undefined) {
        const ofAddress = async () => await (isOurFault ? addresses.look(ctx.ip) : addresses.admit(ctx.ip));
        spend(ctx, await (workspaceId === undefined ? ofAddress() : workspaces.admit(workspaceId)));
      } else if (!allowance.admitted) spend(ctx, allowance);
    }
  };
}
