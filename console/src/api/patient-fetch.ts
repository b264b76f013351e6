import { isInFlight, readAnswer, retryAfterSeconds } from '#heddle-client/answer.ts';
import { asApiError } from './api-error.ts';
import { noticingSilence } from './silence.ts';

/** An API that is silent for longer than this has failed. The longest work of a request, an import of tools, is shorter. */
const answerMs = 45_000;
/** Before each further try of a request that can be repeated. */
const pausesMs = [500, 1000, 2000];
const longestPauseMs = 5000;

/**
 * `fetch` with a time-out. A request that may be repeated, because it reads or has an Idempotency-Key, is tried again a
 * few times if the API cannot be reached, is unavailable, or still works on an earlier try.
 * @throws {ApiError} `unreachable` or `timeout`
 */
export async function patientFetch(request: Request): Promise<Response> {
  const pauses = request.headers.has('Idempotency-Key') ? pausesMs : [];
  for (const pauseMs of pauses) {
    let waitMs = pauseMs;
    try {
      const response = await attempt(request.clone());
      if (!(await isPassing(response))) return response;
      const wantedMs = (retryAfterSeconds(response.headers) ?? 0) * 1000;
      if (wantedMs > longestPauseMs) return response;
      waitMs = Math.max(waitMs, wantedMs);
    } catch (error) {
      if (request.signal.aborted || asApiError(error).code !== 'unreachable') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return await attempt(request);
}

async function attempt(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(answerMs)]);
  const { status, statusText, headers, body } = await noticingSilence(fetch(request, { signal }).then(whole));
  return new Response(body, { status, statusText, headers });
}

/** A response with its body, which may break too: then it is as if there was no response. */
async function whole(response: Response) {
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return { status, statusText, headers, body: body.byteLength === 0 ? null : body };
}

/** Whether the same request may soon have another answer. */
async function isPassing(response: Response): Promise<boolean> {
  if (response.status === 503) return true;
  if (response.status !== 409) return false;
  const { status, error } = await readAnswer(response.clone());
  return isInFlight({ status, code: error?.code });
}
