import { setTimeout as sleep } from 'node:timers/promises';
import { VoiceProviderFault } from './errors.ts';
import type { Recording } from './port.ts';
import { boundedJson } from './bounded-json.ts';
import { readRefusal, type Refusal } from './refusal.ts';
import { uploadForm } from './upload-form.ts';
import { watchBody } from './watch-body.ts';

/** How long a provider may take, in milliseconds, and how much it may send. */
export interface CallLimits {
  /** Until the response begins, including the upload and one retry. */
  firstByteMs: number;
  /** Between two chunks of the response, while somebody waits for the next one. */
  idleMs: number;
  /** From the request to the end of the response. */
  totalMs: number;
  responseBytes: number;
  /** The response is JSON, and has lists that are needed, or of which long ones can be left out. Default: audio. */
  json?: 'with-lists' | 'without-long-lists';
  /** Before the one retry, if the provider does not ask for a longer pause. Default: 250. */
  pauseMs?: number;
}

/** One call of a provider by its SDK, which must use the call's `fetch`. */
export interface ProviderCall {
  /** With its own `Response`, so that OpenAI's SDK does not make a request to find out what it is. */
  fetch: typeof globalThis.fetch & { Response: typeof globalThis.Response };
  /** The response that refused the request, if there was one. */
  refusal: () => Refusal | undefined;
  /**
   * Maps an error of the SDK that is not about the request.
   * @returns the caller's reason if the caller has aborted, else a fault without any text of the provider's
   */
  fault: (error: unknown) => unknown;
  /** Ends the call, and the request if it is still in progress. */
  stop: () => void;
}

/** A request that was not accepted is sent once more, unless the provider asks for a longer pause than this. */
const longestPauseMs = 2000;
const defaultPauseMs = 250;
/** The most that is read of a response that refuses the request. */
const refusalBytes = 65_536;

/**
 * Starts a call. The SDKs' own retries and time-outs are off: they would wait for up to a minute without listening to
 * the signal, and none of them watches the body of a response.
 * @param provider its name, for messages
 * @param recording the content of the file in a form that the SDK sends
 */
export function startCall(
  provider: string,
  limits: CallLimits,
  caller: AbortSignal,
  recording?: Recording,
): ProviderCall {
  const own = new AbortController();
  const signal = AbortSignal.any([caller, own.signal]);
  let refusal: Refusal | undefined;
  let exceeded: string | undefined;
  let answered = false;
  const end = (what: string) => {
    exceeded ??= what;
    own.abort();
  };
  const total = setTimeout(() => end('did not finish in time'), limits.totalMs);
  let firstByte: NodeJS.Timeout | undefined;

  const send: typeof fetch = async (input, init) => {
    // Redirects are not followed, because fetch would send the key to the other host.
    const response = await fetch(input, { ...withUpload(init), signal, redirect: 'manual' });
    if (response.ok) return watchBody(response, limits, end);
    refusal = await readRefusal(watchBody(response, { ...limits, responseBytes: refusalBytes }, end));
    return new Response(null, { status: response.status < 400 ? 502 : response.status });
  };

  return {
    fetch: Object.assign(watchedFetch, { Response }),
    refusal: () => refusal,
    fault: (error) => {
      if (caller.aborted) return caller.reason;
      if (error instanceof VoiceProviderFault) return error;
      const what =
        exceeded ??
        refusal?.summary ??
        `${answered ? 'broke off, or sent what cannot be read' : 'could not be reached'}${networkCode(error)}`;
      return new VoiceProviderFault(`${provider} ${what}`);
    },
    stop: () => {
      clearTimeout(total);
      own.abort();
    },
  };

  async function watchedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    firstByte = setTimeout(() => end('did not answer in time'), limits.firstByteMs);
    try {
      const response = await withOneRetry(async () => {
        refusal = undefined;
        return await send(input, init);
      });
      answered = true;
      clearTimeout(firstByte);
      return limits.json === undefined || !response.ok ? response : await bounded(response);
    } finally {
      clearTimeout(firstByte);
    }
  }

  async function bounded(response: Response): Promise<Response> {
    const { status, headers } = response;
    const json = boundedJson(await response.text(), limits.json === 'without-long-lists');
    if (json === undefined) end('sent too many values');
    return new Response(json, { status, headers });
  }

  function withUpload(init: RequestInit | undefined): RequestInit | undefined {
    if (recording === undefined || !(init?.body instanceof FormData)) return init;
    const { body, headers: described } = uploadForm(init.body, recording);
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(described)) headers.set(name, value);
    return { ...init, body, headers, duplex: 'half' };
  }

  async function withOneRetry(attempt: () => Promise<Response>): Promise<Response> {
    let { pauseMs = defaultPauseMs } = limits;
    try {
      const response = await attempt();
      if (refusal === undefined || !refusal.mayPass) return response;
      pauseMs = refusal.retryAfterMs ?? pauseMs;
      if (pauseMs > longestPauseMs) return response;
    } catch (error) {
      if (signal.aborted) throw error;
    }
    await sleep(pauseMs, undefined, { signal });
    return await attempt();
  }
}

/** The code of a failed connection, such as `ECONNREFUSED`: a word of Node's, not of the provider's. */
function networkCode(error: unknown): string {
  for (let link = error, depth = 0; link instanceof Error && depth < 8; link = link.cause, depth += 1) {
    const { code } = link as NodeJS.ErrnoException;
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code)) return ` (${code})`;
  }
  return '';
}
