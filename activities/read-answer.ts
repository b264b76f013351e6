import type { OutboundAnswer } from '#adapters/outbound-http/port.ts';
import { isJsonObject } from '#contract/json.ts';
import { failure, type CallResolution } from '#loom/resolve-call.ts';

/** What of a host's complaint the model is shown. */
const shownCharacters = 2000;

/** What a host's answer makes of the call: 2xx is ok, with the body as its result; all else has failed. */
export function readAnswer(answer: OutboundAnswer): CallResolution {
  const { status, body } = answer;
  if (status >= 300 && status < 400) {
    return failure('redirect', `The host answered ${status}: redirects are not followed.`);
  }
  if (status >= 400) {
    const failed = failure('host_error', `The host answered ${status}.`);
    return body === ''
      ? failed
      : { ...failed, result: { ...failed.result, response: body.slice(0, shownCharacters) } };
  }
  if (body.trim() === '') return { status: 'ok', result: {} };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    if (/\bjson\b/i.test(answer.headers['content-type'] ?? '')) {
      return failure('invalid_response', 'The host answered with JSON that cannot be read.');
    }
    return { status: 'ok', result: { text: body } };
  }
  return { status: 'ok', result: isJsonObject(value) ? value : { value } };
}
