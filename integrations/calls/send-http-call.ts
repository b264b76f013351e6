import { OutboundError } from '#adapters/outbound-http/errors.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { withoutSecrets } from '#adapters/outbound-http/without-secrets.ts';
import { retryAfterMs } from '#adapters/retry-after.ts';
import { approvalHeader } from '#contract/service-approval.ts';
import { answeredWithError } from '#engine/rules/host-answer.ts';
import { type CallResolution, failure, inDoubt } from '#engine/rules/resolve-call.ts';
import type { HttpCall } from './prepare-http-call.ts';
import type { Attempt } from '#engine/rules/retry-delay.ts';
import { readAnswer, unreadable } from './read-answer.ts';

/**
 * Sends a call to its host once, and reads the answer.
 * @param sign signs the approval of this attempt
 * @param until the deadline, after which nothing is sent
 */
export async function sendHttpCall(
  outboundHttp: OutboundHttp,
  { request, shown, secretHeaders }: HttpCall,
  sign: () => string,
  until: Date,
): Promise<Attempt> {
  const attempt = await send();
  return { ...attempt, resolution: { ...attempt.resolution, request: shown } };

  async function send(): Promise<Attempt> {
    try {
      const timeoutMs = Math.max(1, until.getTime() - Date.now());
      const approval = { [approvalHeader]: sign() };
      const headers = { ...request.headers, ...approval };
      const received = await outboundHttp.send({ ...request, headers, timeoutMs, notAfter: until });
      const answer = await withoutSecrets(received, { ...secretHeaders, ...approval });
      const { status, body } = answer;
      if (isSuccess(status)) return done(status, readAnswer(answer));
      const later = retryAfterMs(answer.headers, Date.now());
      return answeredWithError({ status, retryAfterMs: later, response: body });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return unanswered(error);
    }
  }
}

/** An attempt without an answer, or with one whose body could not be read. */
function unanswered({ code, message, effect, answer }: OutboundError): Attempt {
  if (answer !== undefined && !isSuccess(answer.status)) {
    const { status, headers } = answer;
    return answeredWithError({ status, retryAfterMs: retryAfterMs(headers, Date.now()) });
  }
  if (answer !== undefined && code === 'too_large') return done(answer.status, unreadable(answer.status));
  const response_status = answer === undefined ? {} : { response_status: answer.status };
  return {
    resolution: { ...(effect === 'none' ? failure(code, message) : inDoubt(message)), ...response_status },
    cause: code,
    transient: ['unreachable', 'refused', 'timeout', 'reset'].includes(code),
    noEffect: effect === 'none',
  };
}

function done(response_status: number, resolution: CallResolution): Attempt {
  return { resolution: { ...resolution, response_status }, transient: false, noEffect: false };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
