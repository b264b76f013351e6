import { OutboundError } from '#adapters/outbound-http/errors.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { withoutSecrets } from '#adapters/outbound-http/without-secrets.ts';
import { retryAfterMs } from '#adapters/retry-after.ts';
import { failure } from '#engine/rules/resolve-call.ts';
import type { HttpCall } from './prepare-http-call.ts';
import type { Attempt } from '#engine/rules/retry-delay.ts';
import { readAnswer } from './read-answer.ts';

/**
 * Sends a call to its host once, and reads the answer.
 * @param until the deadline, after which nothing is sent
 */
export async function sendHttpCall(
  outboundHttp: OutboundHttp,
  { request, shown, secretHeaders }: HttpCall,
  until: Date,
): Promise<Attempt> {
  try {
    const timeoutMs = Math.max(1, until.getTime() - Date.now());
    const answer = await outboundHttp.send({ ...request, timeoutMs, notAfter: until });
    const { status } = answer;
    const later = retryAfterMs(answer.headers, Date.now());
    return {
      resolution: {
        ...readAnswer(await withoutSecrets(answer, secretHeaders)),
        request: shown,
        response_status: status,
      },
      transient: status === 408 || status === 429 || status >= 500,
      noEffect: status === 429 || (status === 503 && later !== undefined),
      retryAfterMs: later,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const told = error.effect === 'none' ? error.message : `${error.message} The call may have taken effect.`;
    return {
      resolution: { ...failure(error.code, told), request: shown },
      transient: ['unreachable', 'refused', 'timeout', 'reset'].includes(error.code),
      noEffect: error.effect === 'none',
    };
  }
}
