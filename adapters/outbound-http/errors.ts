/** Why a call has no usable answer. */
export type OutboundErrorCode =
  /** The deployment does not allow calls to this address. */
  | 'blocked_address'
  /** The name does not resolve, or no connection could be made. */
  | 'unreachable'
  /** Nothing listens there. */
  | 'refused'
  /** It took too long. */
  | 'timeout'
  /** The connection broke before the answer was complete, or the answer was not HTTP. */
  | 'reset'
  /** The answer is too large. */
  | 'too_large'
  /** Not an http or https URL, or one that contains credentials. */
  | 'invalid_url'
  /** The method, or a header, cannot be sent. */
  | 'invalid_request';

/** A call without an answer. The message is safe to show: it contains no headers, body or query. */
export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly code: OutboundErrorCode;
  /** `none`: the host certainly received nothing of the request. `unknown`: it may have done what was requested. */
  readonly effect: 'none' | 'unknown';

  constructor(
    code: OutboundErrorCode,
    message: string,
    { effect, cause }: { effect: 'none' | 'unknown'; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.effect = effect;
  }
}

/** Refuses an address before anything is connected. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress';
}

/** The error for a failure before there was a connection: the host received nothing. */
export function connectError(error: unknown, origin: string): OutboundError {
  const unsent = { effect: 'none', cause: error } as const;
  if (error instanceof BlockedAddress) {
    return new OutboundError(
      'blocked_address',
      `${origin} is at an address that must not be called.`,
      unsent,
    );
  }
  const codes = codesOf(error);
  if (codes.length > 0 && codes.every((code) => code === 'ECONNREFUSED')) {
    return new OutboundError('refused', `${origin} refused the connection.`, unsent);
  }
  const [code] = codes;
  const reason = code === undefined ? '' : ` (${code})`;
  return new OutboundError('unreachable', `${origin} could not be reached${reason}.`, unsent);
}

/** The error for a failure after the request could be sent. */
export function exchangeError(error: unknown, origin: string): OutboundError {
  const [code] = codesOf(error);
  const after = { effect: 'unknown', cause: error } as const;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new OutboundError('too_large', `The answer of ${origin} is too large.`, after);
  }
  return new OutboundError('reset', `The connection to ${origin} broke before the answer was whole.`, after);
}

/** Codes of an error or, if several addresses were tried, the codes for each. */
function codesOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? [error.code] : [];
}
