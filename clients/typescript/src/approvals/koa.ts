import { ApprovalError, refusal } from './errors.ts';
import { type NodeRequest, parsed, verifyNodeRequest } from './node-request.ts';
import { type ApprovalOptions, checkOptions } from './options.ts';

interface KoaContext {
  req: NodeRequest;
  request: object;
  originalUrl: string;
  state: object;
  status: number;
  body: unknown;
}

/**
 * A middleware for Koa that lets only those requests through that Heddle has signed. It reads the body: use it before
 * parsers. `ctx.state.approval` is the call, `ctx.request.rawBody` has the bytes, and `ctx.request.body` is the value
 * of a body of JSON. Others are answered with the error as JSON.
 * @throws {HeddleError} if an option is wrong
 */
export function koaApprovals(
  options: ApprovalOptions,
): (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void> {
  checkOptions(options);
  return async (ctx, next) => {
    try {
      const { rawBody, body: given } = ctx.request as { rawBody?: unknown; body?: unknown };
      const about = { url: ctx.originalUrl, kept: rawBody ?? given };
      const { approval, body } = await verifyNodeRequest(ctx.req, about, options);
      const type = ctx.req.headers['content-type'];
      Object.assign(ctx.request, { rawBody: body, body: parsed(body, type) });
      Object.assign(ctx.state, { approval });
    } catch (error) {
      if (!(error instanceof ApprovalError)) throw error;
      ctx.status = error.status;
      ctx.body = refusal(error);
      return;
    }
    await next();
  };
}
