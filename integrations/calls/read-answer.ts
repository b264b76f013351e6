import type { OutboundAnswer } from '#adapters/outbound-http/port.ts';
import { mostAnswerSeparators } from '#adapters/outbound-http/without-secrets.ts';
import { readKeepingDigits } from '#contract/exact-json.ts';
import { deepestJson, faultOfJson, isJsonObject, type JsonObject } from '#contract/json.ts';
import { hasTooManyValues } from '#contract/json-size.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { CallResolution } from '#engine/rules/resolve-call.ts';

/** The length is bounded by how much of an answer is read. */
const readable = { depth: deepestJson, characters: Number.POSITIVE_INFINITY };

/**
 * The result of a call that a host answered with 2xx: the body. The call took effect, whatever the body is, so it is ok with
 * `{unreadable: true, status}` if nothing can be read (tool-call.unreadable).
 */
export function readAnswer(answer: OutboundAnswer): CallResolution {
  const { status, body, undecoded } = answer;
  if (body.trim() === '') return ok({});
  // The model can read it as text, but everything else that reads it would take too long.
  if (hasTooManyValues(body, mostAnswerSeparators)) return unreadable(status, body);
  const read = readKeepingDigits(body);
  if ('fault' in read) {
    if (undecoded === true) return unreadable(status);
    const isJson = /\bjson\b/i.test(answer.headers['content-type'] ?? '');
    // An answer that names a member twice is ambiguous, so neither value is used.
    return isJson || read.fault === 'repeated_member'
      ? unreadable(status, body)
      : ok({ text: body.toWellFormed() });
  }
  const { value } = read;
  if (faultOfJson(value, readable) !== undefined) return unreadable(status);
  return ok(isJsonObject(value) ? value : { value });
}

/** The result of a call that took effect, and whose answer cannot be read. */
export function unreadable(status: number, text?: string): CallResolution {
  return ok({ unreadable: true, status, ...(text === undefined ? {} : { text: text.toWellFormed() }) });
}

function ok(result: JsonObject): CallResolution {
  return { status: 'ok', result: toJsonText(result) };
}
