/** What the API refused. */
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
