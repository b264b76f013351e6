import type { OutboundAnswer } from '#adapters/outbound-http/port.ts';
import { deepestJson, faultOfJson, isJsonObject, type JsonObject } from '#contract/json.ts';
import { hasMoreSeparators } from '#contract/json-separators.ts';
import { toJsonText } from '#contract/json-text.ts';
import { type CallResolution, failure } from '#lifecycle/resolve-call.ts';

/** What of a host's complaint the model is shown. */
const shownCharacters = 2000;
/** What has more values is more than a model is shown, and costs the worker too much each time it is read. */
const mostSeparators = 131_072;
/** The length is bounded by what is taken of an answer. */
const readable = { depth: deepestJson, characters: Number.POSITIVE_INFINITY };

/** What a host's answer makes of the call: 2xx is ok, with the body as its result; all else has failed. */
export function readAnswer(answer: OutboundAnswer): CallResolution {
  const { status, body } = answer;
  if (status >= 300 && status < 400) {
    return failure('redirect', `The host answered ${status}: redirects are not followed.`);
  }
  if (status >= 400) {
    const { error, ...failed } = failure('host_error', `The host answered ${status}.`);
    if (body === '') return { error, ...failed };
    const response = body.slice(0, shownCharacters).toWellFormed();
    return { ...failed, error, result: toJsonText({ error, response }) };
  }
  if (body.trim() === '') return ok({});
  const unreadable = { unreadable: true, status };
  if (hasMoreSeparators(body, mostSeparators)) return ok(unreadable);
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    if (/\bjson\b/i.test(answer.headers['content-type'] ?? '')) {
      return failure('invalid_response', 'The host answered with JSON that cannot be read.');
    }
    return ok({ text: body.toWellFormed() });
  }
  // The call took effect, whatever the host said of it.
  if (faultOfJson(value, readable) !== undefined) return ok(unreadable);
  return ok(isJsonObject(value) ? value : { value });
}

function ok(result: JsonObject): CallResolution {
  return { status: 'ok', result: toJsonText(result) };
}
