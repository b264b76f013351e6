import { toJsonText } from '#contract/json-text.ts';
import { type CallResolution, failure, inDoubt } from './resolve-call.ts';
import type { Attempt } from './retry-delay.ts';

/** The model sees this many characters of an error response. */
const shownCharacters = 2000;

/** The fields of an answer with a status other than 2xx. */
export interface ErrorAnswer {
  status: number;
  /** How long the host asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The body. Default: nothing. */
  response?: string | undefined;
  /** The name of the answering party in the error message. Default: the host. */
  who?: string;
}

/**
 * The result of a call that was answered with a status other than 2xx (tool-call.answer-status). 429, and 503 with
 * `Retry-After`, mean that the host did not act and may be asked again, other statuses from 400 to 499 that it refused.
 * Anything else may come from an intermediary that has passed the call on, and a redirect often follows a completed
 * action.
 */
export function answeredWithError({
  status,
  retryAfterMs,
  response = '',
  who = 'The host',
}: ErrorAnswer): Attempt {
  const isRedirect = status >= 300 && status < 400;
  const [code, message] = isRedirect
    ? ['redirect', `${who} answered ${status}: redirects are not followed.`]
    : ['host_error', `${who} answered ${status}.`];
  const isPutOff = status === 429 || (status === 503 && retryAfterMs !== undefined);
  const isRefused = status >= 400 && status < 500 && status !== 408;
  const resolution = isPutOff || isRefused ? failure(code, message) : inDoubt(message);
  return {
    resolution: { ...withResponse(resolution, response), response_status: status },
    cause: code,
    transient: status === 408 || status === 429 || status >= 500,
    noEffect: isPutOff,
    retryAfterMs,
  };
}

/** A failed call that also shows the model the beginning of the answer. */
export function withResponse(
  failed: ReturnType<typeof failure>,
  response: string,
): Required<Pick<CallResolution, 'status' | 'result' | 'error'>> {
  if (response === '') return failed;
  const { error } = failed;
  const shown = response.slice(0, shownCharacters).toWellFormed();
  return { ...failed, result: toJsonText({ error, response: shown }) };
}
