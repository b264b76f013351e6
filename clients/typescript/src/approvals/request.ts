import { ApprovalError } from './errors.ts';

/** A request as a host got it: of Fetch, or its parts. */
export type ReceivedRequest =
  | Request
  | {
      method: string;
      /** The path and the query as they came in, or the whole address, of which only they count: `request.url` of Node. */
      url: string;
      /** The headers of the request, of Fetch or of Node. */
      headers: Headers | Record<string, string | readonly string[] | undefined>;
      /** The bytes of the body as received, or their text: not JSON that was parsed and written again. */
      body?: string | Uint8Array | undefined;
    };

/** The parts of a request that its approval is about. */
export interface RequestParts {
  method: string;
  url: string;
  approval: string;
  /** Reads the body, once everything else is verified. */
  body: () => Uint8Array | Promise<Uint8Array>;
}

/** A stream of bytes, such as a request of Node. */
export type Bytes = AsyncIterable<Uint8Array>;

/** @throws {ApprovalError} about the header; when the body is read, `body_unavailable` or `body_too_large` */
export function partsOf(request: ReceivedRequest, maxBytes: number): RequestParts {
  const { method, url, headers } = request;
  const body = async () =>
    request instanceof Request ? await bytesOf(request, maxBytes) : given(request.body, maxBytes);
  return { method, url, approval: approvalIn(headers), body };
}

/**
 * The one header, in whatever case a framework spells its name.
 * @throws {ApprovalError} if there is none, or several
 */
export function approvalIn(
  headers: Headers | Record<string, string | readonly string[] | undefined>,
): string {
  const name = 'service-approval';
  const values =
    headers instanceof Headers
      ? [headers.get(name) ?? []]
      : Object.entries(headers).map(([each, value]) => (each.toLowerCase() === name ? (value ?? []) : []));
  // Frameworks join the values of equal headers.
  const given = values.flat().flatMap((value) => value.split(','));
  const [approval] = given;
  if (approval === undefined || approval.trim() === '')
    throw new ApprovalError('missing_approval', 'there is no Service-Approval');
  if (given.length > 1) throw new ApprovalError('duplicate_approval', 'there are several Service-Approval');
  return approval.trim();
}

function given(body: unknown, maxBytes: number): Uint8Array {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
  if (!(bytes instanceof Uint8Array))
    throw new ApprovalError(
      'body_unavailable',
      'the body must be the bytes or the text that was received: a framework may have parsed it before',
    );
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

/** The request can still be read afterwards. */
async function bytesOf(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (request.bodyUsed) throw new ApprovalError('body_unavailable', 'the body was read before');
  const copy = request.clone();
  return copy.body === null ? new Uint8Array() : await readAll(piecesOf(copy.body), maxBytes);
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // The other half of a cloned body may never be read, and would be waited for.
    reader.cancel().catch(() => {});
  }
}

/** @throws {ApprovalError} as soon as there are more bytes than that */
export async function readAll(stream: Bytes, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

export function tooLarge(maxBytes: number): ApprovalError {
  return new ApprovalError('body_too_large', `the body is over ${maxBytes} bytes`);
}
