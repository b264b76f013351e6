import { defined } from '#contract/defined.ts';
import {
  AISDKError,
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  StreamProviderError,
  TypeValidationError,
} from 'ai';

import { parseJson } from '#contract/json.ts';
import { ModelError, type ModelErrorOptions } from '#engine/ports/model.ts';
import { retryAfterMs } from '../retry-after.ts';

/** Ways in which a response that has started can turn out to be unreadable or incomplete. */
const BROKEN_ANSWERS = [
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  TypeValidationError,
];

/** Undici's codes for a provider that has been silent for too long. */
const SILENCE_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * What a failure of the AI SDK means to the caller. The provider's own message is left out, because it may quote the
 * prompt or the key. The cause has only its error codes and request id.
 * @param now milliseconds since the epoch, for a `Retry-After` with a date
 */
export function toModelError(error: unknown, now = Date.now()): ModelError {
  if (error instanceof ModelError) return error;
  return new ModelError({ ...meaning(error, now), ...trail(error) });
}

function meaning(error: unknown, now: number): ModelErrorOptions {
  if (APICallError.isInstance(error)) {
    const wish = retryAfterMs(error.responseHeaders ?? {}, now);
    return {
      ...fromStatus(error.statusCode, error),
      ...defined({ retryAfterMs: wish }),
    };
  }
  // An error reported within a stream that started with status 200.
  if (StreamProviderError.isInstance(error)) {
    return error.statusCode === undefined ? brokenStream : fromStatus(error.statusCode, error);
  }
  if (BROKEN_ANSWERS.some((kind) => kind.isInstance(error))) return brokenStream;
  // Any other error of the SDK is about the request: a prompt or a tool that the provider cannot accept.
  if (AISDKError.isInstance(error)) return { code: 'rejected', retryable: false };
  return silent(error) ? { code: 'timeout', retryable: true } : brokenStream;
}

const brokenStream: ModelErrorOptions = { code: 'broken_stream', retryable: true };

function fromStatus(status: number | undefined, error: unknown): ModelErrorOptions {
  if (status === undefined || status < 300) {
    if (silent(error)) return { code: 'timeout', retryable: true };
    return status === undefined ? { code: 'unreachable', retryable: true } : brokenStream;
  }
  if (status === 401 || status === 403) return { code: 'unauthorized', retryable: false, status };
  if (status === 408) return { code: 'timeout', retryable: true, status };
  if (status === 429) {
    // OpenAI also answers with 429 if the account has no funds, which waiting does not change.
    const outOfMoney = providerCodes(error).includes('insufficient_quota');
    return { code: 'rate_limited', retryable: !outOfMoney, status };
  }
  if (status >= 500) return { code: 'overloaded', retryable: true, status };
  return { code: 'rejected', retryable: false, status };
}

function silent(error: unknown): boolean {
  return networkCodes(error).some((code) => SILENCE_CODES.has(code));
}

/** The machine-readable parts of an error, as the `cause`: enough to look it up, without content. */
function trail(error: unknown): { cause?: Error } {
  const codes = [...new Set([...providerCodes(error), ...networkCodes(error)])];
  const headers = (APICallError.isInstance(error) && error.responseHeaders) || {};
  const id = token(headers['request-id'] ?? headers['x-request-id']);
  const words = [...codes, ...(id === undefined ? [] : [`request ${id}`])];
  return words.length === 0 ? {} : { cause: new Error(words.join(', ')) };
}

/** `error.type` and `error.code` of the provider's response, wherever the SDK put them. */
function providerCodes(error: unknown): string[] {
  if (StreamProviderError.isInstance(error)) return tokens([error.type, error.code]);
  if (!APICallError.isInstance(error)) return [];
  const data = error.data ?? parseJson(error.responseBody ?? '');
  const inner = field(data, 'error') ?? field(field(data, 'response'), 'error') ?? data;
  return tokens([field(inner, 'type'), field(inner, 'code')]);
}

/** The `code` of every error in the chain of causes, such as `ECONNREFUSED`. */
function networkCodes(error: unknown): string[] {
  const codes: string[] = [];
  const seen = new Set<unknown>();
  for (let link = error; link instanceof Error && !seen.has(link); link = link.cause) {
    seen.add(link);
    codes.push(...tokens([field(link, 'code')]));
  }
  return codes;
}

function tokens(values: unknown[]): string[] {
  return values.map(token).filter((value) => value !== undefined);
}

/** Returns only what looks like an identifier, so that no sentence of the provider's gets through. */
function token(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w.:-]{1,64}$/.test(text) ? text : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
