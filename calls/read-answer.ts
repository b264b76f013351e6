import type { OutboundAnswer } from '#adapters/outbound-http/port.ts';
import { mostAnswerSeparators } from '#adapters/outbound-http/without-secrets.ts';
import { readKeepingDigits } from '#contract/exact-json.ts';
import { deepestJson, faultOfJson, isJsonObject, type JsonObject } from '#contract/json.ts';
import { hasMoreSeparators } from '#contract/json-separators.ts';
import { toJsonText } from '#contract/json-text.ts';
import { type CallResolution, failure } from '#engine/rules/resolve-call.ts';

/** The model sees this many characters of a host's error response. */
const shownCharacters = 2000;
/** The length is bounded by how much of an answer is read. */
const readable = { depth: deepestJson, characters: Number.POSITIVE_INFINITY };

/** The result of a call from the host's answer: 2xx is ok, with the body as its result. Anything else has failed. */
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
  // The model can read it as text, but everything else that reads it would take too long.
  if (hasMoreSeparators(body, mostAnswerSeparators)) return ok({ ...unreadable, text: body.toWellFormed() });
  const read = readKeepingDigits(body);
  if ('fault' in read) {
    // Of two members of one name, neither is taken for what the host says.
    if (read.fault === 'repeated_member') return ok({ ...unreadable, text: body.toWellFormed() });
    if (/\bjson\b/i.test(answer.headers['content-type'] ?? '')) {
      return failure('invalid_response', 'The host answered with JSON that cannot be read.');
    }
    return ok({ text: body.toWellFormed() });
  }
  const { value } = read;
  // The call took effect, whatever the host's answer contains.
  if (faultOfJson(value, readable) !== undefined) return ok(unreadable);
  return ok(isJsonObject(value) ? value : { value });
}

function ok(result: JsonObject): CallResolution {
  return { status: 'ok', result: toJsonText(result) };
}
