import { ApiError } from './api-error.ts';
import type { Pagination } from './pages.ts';
import type { Received } from './transport.ts';

/** A response of the API, whatever its status. Of `data`, `error` and `pagination`, it has those of its envelope. */
export interface Answer<Data = unknown> {
  status: number;
  headers: Headers;
  /** What was received. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The bytes parsed, if they are JSON, and an empty object otherwise. */
  body: unknown;
  data: Data;
  error: { code: string; message: string; details?: unknown };
  pagination: Pagination;
}

/** Reads a response to its end. @throws {SyntaxError} if it is no error, says that it is JSON, and is not */
export async function readAnswer<Data>(received: Received): Promise<Answer<Data>> {
  const { status, headers } = received;
  const bytes = new Uint8Array(await received.arrayBuffer());
  const isJson = bytes.length > 0 && /^application\/(.+\+)?json/.test(headers.get('content-type') ?? '');
  const body = isJson ? parsed(status, new TextDecoder().decode(bytes)) : {};
  const { data, error, pagination } = body as Answer<Data>;
  return { status, headers, bytes, body, data, error, pagination };
}

/** A proxy may answer with a fault and a body that is not what it says. */
function parsed(status: number, text: string): object {
  try {
    return (JSON.parse(text) ?? {}) as object;
  } catch (error) {
    if (status < 400) throw error;
    return {};
  }
}

/** The error that an answer stands for. An answer of something else, such as a proxy, has a code of its status. */
export function toApiError({
  status,
  headers,
  error,
}: Partial<Pick<Answer, 'error'>> & Pick<Answer, 'status' | 'headers'>): ApiError {
  return new ApiError(error?.message ?? `The server answered with ${status}.`, {
    status,
    code: error?.code ?? `http_${status}`,
    details: error?.details,
    requestId: headers.get('request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers),
  });
}

/** When to try again, in milliseconds from now; undefined if the response does not say so. */
export function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

/** Whether the API still works on an earlier request with the same Idempotency-Key. */
export function isInFlight({ status, code }: { status: number; code: string | undefined }): boolean {
  return status === 409 && code === 'idempotency_in_flight';
}

/** Whether the same request may succeed later: the API failed, or has too much to do. */
export function isPassing(answer: { status: number; code: string | undefined }): boolean {
  return answer.status >= 500 || answer.status === 429 || isInFlight(answer);
}
