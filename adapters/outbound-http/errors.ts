import { DecompressedTooLarge } from './decode-body.ts';
import type { OutboundAnswer } from './port.ts';

/** The part of an answer before its body. */
type AnswerHead = Pick<OutboundAnswer, 'status' | 'headers'>;

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
  /** The received part of the answer, if only its body could not be read. */
  readonly answer: AnswerHead | undefined;

  constructor(
    code: OutboundErrorCode,
    message: string,
    {
      effect,
      answer,
      cause,
    }: { effect: 'none' | 'unknown'; answer?: AnswerHead | undefined; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.effect = effect;
    this.answer = answer;
  }
}

/** The body of an answer could not be read. */
export class UnreadBody extends Error {
  override name = 'UnreadBody';
  readonly head: AnswerHead;

  constructor(head: AnswerHead, cause: unknown) {
    super('the body of an answer could not be read', { cause });
    this.head = head;
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
export function exchangeError(error: unknown, origin: string, answer?: AnswerHead): OutboundError {
  const after = { effect: 'unknown', answer, cause: error } as const;
  if (isTooLarge(error)) {
    return new OutboundError('too_large', `The answer of ${origin} is too large.`, after);
  }
  return new OutboundError('reset', `The connection to ${origin} broke before the answer was whole.`, after);
}

function isTooLarge(error: unknown): boolean {
  const [code = ''] = codesOf(error);
  return error instanceof DecompressedTooLarge || tooLargeCodes.has(code);
}

const tooLargeCodes = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW']);

/** Codes of an error or, if several addresses were tried, the codes for each. */
function codesOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? [error.code] : [];
}
