import { ApiError } from './errors.ts';
import type { ErrorCode, Pagination } from './schema/types.gen.ts';

/** A response of the API, whatever its status. Of `data`, `error` and `pagination`, it has those of its envelope. */
export interface Answer<Data = unknown> {
  status: number;
  headers: Headers;
  /** Quote it to support. */
  requestId: string | undefined;
  /** The received bytes. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The bytes parsed, if they are JSON, and an empty object otherwise. */
  body: unknown;
  data: Data;
  error: { code: string; message: string; details?: unknown };
  pagination: Pagination;
}

/** Reads a response to its end. @throws {SyntaxError} if it is no error, says that it is JSON, and is not */
export async function readAnswer<Data>(
  response: Pick<Response, 'status' | 'headers' | 'arrayBuffer'>,
): Promise<Answer<Data>> {
  const { status, headers } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = bytes.length > 0 && /^application\/(.+\+)?json/.test(headers.get('content-type') ?? '');
  const body = isJson ? parsed(status, new TextDecoder().decode(bytes)) : {};
  const { data, error, pagination } = body as Answer<Data>;
  const requestId = headers.get('request-id') ?? undefined;
  return { status, headers, requestId, bytes, body, data, error, pagination };
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

/** The error that an answer stands for. A proxy in between may answer with a status alone. */
export function toApiError({
  status,
  headers,
  error,
}: Partial<Pick<Answer, 'error'>> & Pick<Answer, 'status' | 'headers'>): ApiError {
  const code = error?.code ?? (status < 500 ? 'invalid_http' : 'temporarily_unavailable');
  return new ApiError(error?.message ?? `The server answered with ${status}.`, {
    status,
    code: code as ErrorCode,
    details: error?.details,
    requestId: headers.get('request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(headers),
  });
}

/** After how many seconds to try again; undefined if the response does not say so. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  // The header may also be a date.
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Whether the API still works on an earlier request with the same Idempotency-Key. */
export function isInFlight({ status, code }: { status: number; code: string | undefined }): boolean {
  return status === 409 && code === 'idempotency_in_flight';
}

/** Whether the same request may succeed later: the API failed, or has too much to do. */
export function isPassing(answer: { status: number; code: string | undefined }): boolean {
  return answer.status >= 500 || [408, 425, 429].includes(answer.status) || isInFlight(answer);
}
