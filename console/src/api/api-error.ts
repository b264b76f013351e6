/** What the API refused, or what kept the app from reaching it (`code` `unreachable` or
 * `timeout`, `status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Stable: branch on it. */
  readonly code: string;
  readonly details: unknown;
  /** What to tell whoever looks into it. */
  readonly requestId: string | undefined;
  /** When to try again, if the API says so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    {
      status,
      code,
      details,
      requestId,
      retryAfterMs,
    }: {
      status: number;
      code: string;
      details?: unknown;
      requestId?: string | undefined;
      retryAfterMs?: number | undefined;
    },
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** One thing that is wrong with a request. `path` is a JSON path into its body, such as `limits.max_turns`. */
export interface Fault {
  path: string;
  message: string;
  code: string;
}

/** What is wrong with a request, field by field. Empty if the error does not say so. */
export function faultsOf(error: unknown): Fault[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return [];
  return error.details.filter(
    (fault): fault is Fault =>
      typeof fault === 'object' && fault !== null && 'path' in fault && 'message' in fault,
  );
}

/** The error that a response stands for. */
export async function toApiError(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('Request-Id') ?? undefined;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const error = (body as { error?: { message?: string; code?: string; details?: unknown } } | undefined)
    ?.error;
  return new ApiError(error?.message ?? `The server answered with ${response.status}.`, {
    status: response.status,
    code: error?.code ?? `http_${response.status}`,
    details: error?.details,
    requestId,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
  });
}

/** What the browsers' fetch rejects with when it gets no response. */
const noResponse = /fetch|network|load failed/i;

/** Any error as one that can be shown with a code. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TypeError && noResponse.test(error.message)) {
    return new ApiError('The service cannot be reached.', { status: 0, code: 'unreachable' });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ApiError('The service did not answer in time.', { status: 0, code: 'timeout' });
  }
  return new ApiError(error instanceof Error ? error.message : String(error), {
    status: 0,
    code: 'console_error',
  });
}

/** Whether the same request may succeed later: the API could not be reached, failed, or has too much to do. */
export function isPassing(error: unknown): boolean {
  const { status, code } = asApiError(error);
  return status === 429 || status >= 500 || code === 'unreachable' || code === 'timeout';
}
