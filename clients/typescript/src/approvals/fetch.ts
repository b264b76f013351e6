import { ApprovalError, refusal } from './errors.ts';
import { type ApprovalOptions, checkOptions } from './options.ts';
import { type ServiceApproval, verifyApproval } from './verify-approval.ts';

/**
 * A handler of requests that is called only for those that Heddle has signed: for Next.js, Hono, Workers, Deno, Bun and
 * others with `Request` and `Response`. Others are answered with the error as JSON.
 * @param handle gets the request, whose body is still unread, its approval, and what the framework passes besides
 * @throws {HeddleError} if an option is wrong
 *
 * @example
 * export const POST = fetchApprovals(options, async (request, approval) => Response.json(await pay(await request.json(), approval)));
 */
export function fetchApprovals<More extends unknown[]>(
  options: ApprovalOptions,
  handle: (request: Request, approval: ServiceApproval, ...more: More) => Response | Promise<Response>,
): (request: Request, ...more: More) => Promise<Response> {
  checkOptions(options);
  return async (request, ...more) => {
    let approval: ServiceApproval;
    try {
      approval = await verifyApproval(request, options);
    } catch (error) {
      if (!(error instanceof ApprovalError)) throw error;
      return Response.json(refusal(error), { status: error.status });
    }
    return await handle(request, approval, ...more);
  };
}
