import type { Context, Middleware } from 'koa';
import { pathInConsole } from './path-in-console.ts';
import { type AllowanceState, spend } from '../limits/allowance.ts';
import type { Allowances } from '../limits/allowances.ts';
import { toServiceError } from './answer-errors.ts';
import type { Authenticator, CallerState } from '../authentication/authenticate.ts';
import type { RequestState } from './identify-request.ts';

/** The step that counts a request against the allowance of its workspace, before it costs anything. */
export function limitRate({ workspaces }: Allowances): Middleware<CallerState & AllowanceState> {
  return async (ctx, next) => {
    const { workspaceId, boundSubject } = ctx.state;
    if (workspaceId !== undefined) spend(ctx, await workspaces.admit(workspaceId, boundSubject));
    await next();
  };
}

/**
 * Counts a request as one for each of its items, of which {@link limitRate} has counted the first.
 * @throws {ServiceError} `rate_limited` if the allowance has not as many left; it then stays as it is
 */
export async function limitItems(
  { workspaces }: Allowances,
  ctx: Context & { state: CallerState & AllowanceState },
  items: number,
): Promise<void> {
  const { workspaceId, boundSubject } = ctx.state;
  if (workspaceId === undefined || items <= 1) return;
  spend(ctx, await workspaces.admit(workspaceId, boundSubject, items - 1), items);
}

/**
 * The step that counts requests by address if they need no credential, are outside of /v1 and cost something. The files of which a page
 * consists count apart: to open the API reference takes about twenty of them, and each costs little.
 */
export function limitPages({ pages, files }: Allowances): Middleware<AllowanceState> {
  return async (ctx, next) => {
    if (/^\/(?:readyz|openapi\.json|docs|docs\/openapi\.json)$/.test(ctx.path)) {
      spend(ctx, await pages.admit(ctx.ip));
    } else if (ctx.path.startsWith('/docs/') || pathInConsole(ctx.path) !== undefined) {
      spend(ctx, await files.admit(ctx.ip));
    }
    await next();
  };
}

/**
 * Counts requests under /v1, and for sessions of the console, that never reach {@link limitRate}. Requests that a workspace may not make, or with an
 * unknown path, count against its allowance. Requests without a valid credential count against the allowance of their
 * address. A flood of these does not affect the allowances of workspaces, and clients with a credential are admitted
 * from the same address. If an internal error prevents the service from identifying the caller, no allowance is spent,
 * and the client receives that error.
 */
export function limitUnroutedRequests(
  { workspaces, addresses }: Allowances,
  authenticator: Authenticator,
): Middleware<Partial<CallerState> & RequestState & AllowanceState> {
  return async (ctx, next) => {
    if (!/^\/(?:v1(?:\/|$)|console\/session(?:\/begin)?$)/.test(ctx.path)) {
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
      // Without an endpoint, the caller has not been identified yet.
      if (ctx.state.endpoint === undefined) await authenticator.accepts(ctx, 'management');
      const { workspaceId, boundSubject, allowance } = ctx.state;
      if (allowance === undefined) {
        const ofAddress = async () => await (isOurFault ? addresses.look(ctx.ip) : addresses.admit(ctx.ip));
        spend(
          ctx,
          await (workspaceId === undefined ? ofAddress() : workspaces.admit(workspaceId, boundSubject)),
        );
      } else if (!allowance.admitted) spend(ctx, allowance);
    }
  };
}
