import { ApprovalError, refusal } from './errors.ts';
import { type NodeRequest, parsed, verifyNodeRequest } from './node-request.ts';
import { type ApprovalOptions, checkOptions } from './options.ts';
import type { ServiceApproval } from './verify-approval.ts';

/** A request of Express. */
export interface ExpressRequest extends NodeRequest {
  originalUrl?: string;
  body?: unknown;
  rawBody?: unknown;
  /** The call that Heddle has signed, once it was verified. */
  approval?: ServiceApproval;
}

interface ExpressResponse {
  status(code: number): { json(body: unknown): unknown };
}

/**
 * A middleware for Express that lets only those requests through that Heddle has signed. It reads the body: use it before
 * parsers, which then leave the request alone. `request.approval` is the call, `request.rawBody` has the bytes, and
 * `request.body` is the value of a body of JSON. Others are answered with the error as JSON.
 * @throws {HeddleError} if an option is wrong
 */
export function expressApprovals(
  options: ApprovalOptions,
): (request: ExpressRequest, response: ExpressResponse, next: (error?: unknown) => void) => Promise<void> {
  checkOptions(options);
  return async (request, response, next) => {
    try {
      const kept = request.rawBody ?? request.body;
      const url = request.originalUrl ?? request.url ?? '/';
      const { approval, body } = await verifyNodeRequest(request, { url, kept }, options);
      // Parsers of the body take `_body` as a sign that it was read.
      const read = { rawBody: body, body: parsed(body, request.headers['content-type']), _body: true };
      Object.assign(request, { approval, ...read });
    } catch (error) {
      if (!(error instanceof ApprovalError)) return next(error);
      response.status(error.status).json(refusal(error));
      return;
    }
    next();
  };
}
