import {
  AISDKError,
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  TypeValidationError,
} from 'ai';

import { defined } from '#contract/defined.ts';
import { ModelError, type ModelErrorOptions } from '#engine/ports/model.ts';
import { retryAfterMs } from '../retry-after.ts';
import { meaningOf } from './answer-meaning.ts';
import { field, providerAnswer, token } from './provider-answer.ts';
import { shownWords } from './provider-words.ts';

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
 * Maps a failure of the AI SDK to our error. The provider's own words may quote the prompt or the key: they are only in
 * `words`, without the key. The cause has only its error codes and request id.
 * @param secrets values that no trace may show
 * @param now milliseconds since the epoch, for a `Retry-After` with a date
 */
export function toModelError(error: unknown, secrets: readonly string[] = [], now = Date.now()): ModelError {
  if (error instanceof ModelError) return error;
  const answer = providerAnswer(error);
  const words = answer === undefined ? undefined : shownWords(answer.sentence, secrets);
  return new ModelError({ ...meaning(error, now), ...trail(error), ...defined({ words }) });
}

function meaning(error: unknown, now: number): ModelErrorOptions {
  const answer = providerAnswer(error);
  if (answer !== undefined) {
    const status = answer.status !== undefined && answer.status >= 300 ? answer.status : undefined;
    const wish = APICallError.isInstance(error) ? retryAfterMs(error.responseHeaders ?? {}, now) : undefined;
    return { ...(meaningOf(answer) ?? withoutAnswer(error)), ...defined({ status, retryAfterMs: wish }) };
  }
  if (BROKEN_ANSWERS.some((kind) => kind.isInstance(error))) return brokenStream;
  // Any other error of the SDK is about the request: a prompt or a tool that the provider cannot accept.
  if (AISDKError.isInstance(error)) return { code: 'rejected', retryable: false };
  return silent(error) ? timeout : brokenStream;
}

const brokenStream: ModelErrorOptions = { code: 'broken_stream', retryable: true };
const timeout: ModelErrorOptions = { code: 'timeout', retryable: true };
const unreachable: ModelErrorOptions = { code: 'unreachable', retryable: true };

/** The provider has not said what is wrong: it did not get to it. */
function withoutAnswer(error: unknown): ModelErrorOptions {
  if (silent(error)) return timeout;
  return APICallError.isInstance(error) && error.statusCode === undefined ? unreachable : brokenStream;
}

function silent(error: unknown): boolean {
  return networkCodes(error).some((code) => SILENCE_CODES.has(code));
}

/** The machine-readable parts of an error, as the `cause`: enough to look it up, without content. */
function trail(error: unknown): { cause?: Error } {
  const codes = [...new Set([...(providerAnswer(error)?.names ?? []), ...networkCodes(error)])];
  const headers = (APICallError.isInstance(error) && error.responseHeaders) || {};
  const id = token(headers['request-id'] ?? headers['x-request-id']);
  const words = [...codes, ...(id === undefined ? [] : [`request ${id}`])];
  return words.length === 0 ? {} : { cause: new Error(words.join(', ')) };
}

/** The `code` of every error in the chain of causes, such as `ECONNREFUSED`. */
function networkCodes(error: unknown): string[] {
  const codes: string[] = [];
  const seen = new Set<unknown>();
  for (let link = error; link instanceof Error && !seen.has(link); link = link.cause) {
    seen.add(link);
    const code = token(field(link, 'code'));
    if (code !== undefined) codes.push(code);
  }
  return codes;
}
