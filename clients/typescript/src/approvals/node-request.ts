import { ApprovalError } from './errors.ts';
import { type ApprovalOptions, checkOptions } from './options.ts';
import { approvalIn, type Bytes, readAll, tooLarge } from './request.ts';
import { type ServiceApproval, verifyParts } from './verify-approval.ts';

/** A request of Node. */
export interface NodeRequest extends Bytes {
  method?: string | undefined;
  url?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  /** Whether its stream was read to the end, or is being read. */
  readableDidRead?: boolean;
}

/** A request whose approval was verified, and the bytes of its body. */
export interface VerifiedRequest {
  approval: ServiceApproval;
  body: Uint8Array;
}

/**
 * Verifies a request of Node whose body is still in its stream, or was kept as bytes before.
 * @param url the path and the query as they came in, before a router has cut them
 * @param kept the bytes of the body, if something has read them: `rawBody`, or `body` of a parser of bytes
 * @throws {ApprovalError}
 */
export async function verifyNodeRequest(
  request: NodeRequest,
  { url, kept }: { url: string; kept: unknown },
  options: ApprovalOptions,
): Promise<VerifiedRequest> {
  const checked = checkOptions(options);
  const { method = 'GET', headers } = request;
  const body = async () => bytesOf(kept) ?? (await unread(request, checked.maxBytes));
  return await verifyParts({ method, url, approval: approvalIn(headers), body }, checked);
}

function bytesOf(kept: unknown): Uint8Array | undefined {
  if (typeof kept === 'string') return new TextEncoder().encode(kept);
  return kept instanceof Uint8Array ? kept : undefined;
}

async function unread(request: NodeRequest, maxBytes: number): Promise<Uint8Array> {
  if (request.readableDidRead === true)
    throw new ApprovalError(
      'body_unavailable',
      'a parser has read the body before: verify approvals before express.json(), koa-body and the like, or have it keep rawBody',
    );
  // Nothing is read of it, so that the answer still arrives.
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  return await readAll(request, maxBytes);
}

/** The value of a body of JSON; the bytes of any other. */
export function parsed(body: Uint8Array, contentType: unknown): unknown {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(String(contentType))) return body;
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return body;
  }
}
