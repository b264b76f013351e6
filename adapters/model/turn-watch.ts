import { type Json, ModelError } from '#engine/ports/model.ts';
import { isStream, readAnswer } from './plain-answer.ts';

/** Watches the network traffic of one model turn: how long the provider is silent, and what was sent to it. */
export interface TurnWatch {
  /** Aborted by the caller's signal, by silence that lasts too long, and by {@link stop}. */
  signal: AbortSignal;
  /** To be passed to the provider: every byte is a sign of life. */
  fetch: typeof globalThis.fetch;
  /** The request's body as it was sent; empty before that. */
  sent: () => { [key: string]: Json };
  /** Whether the provider was silent for too long. */
  wentSilent: () => boolean;
  /** Ends the watch, and the request if it is still running. */
  stop: () => void;
}

/**
 * Starts to watch. It counts bytes rather than parsed parts, because a provider that thinks for minutes keeps the
 * stream alive with pings and comments that the AI SDK does not report.
 */
export function watchTurn(idleTimeoutMs: number, caller: AbortSignal): TurnWatch {
  const own = new AbortController();
  let silent = false;
  let body: { [key: string]: Json } = {};
  const timer = setTimeout(() => {
    silent = true;
    own.abort();
  }, idleTimeoutMs);
  const signOfLife = () => {
    timer.refresh();
  };

  return {
    signal: AbortSignal.any([caller, own.signal]),
    fetch: async (input, init) => {
      if (typeof init?.body === 'string') body = JSON.parse(init.body) as { [key: string]: Json };
      // Redirects are not followed, because fetch would send `x-api-key` to the other host.
      const response = await fetch(input, { ...init, redirect: 'manual' });
      signOfLife();
      const watched = watchBody(response, signOfLife);
      return isStream(response) ? watched : await readAnswer(watched);
    },
    sent: () => body,
    wentSilent: () => silent,
    stop: () => {
      clearTimeout(timer);
      own.abort();
    },
  };
}

/** The most bytes of an answer: each token of a stream comes with hundreds of bytes around it. */
const mostBytes = 256 * 1024 * 1024;
/** The most bytes of a line of it, which is read as a whole. */
const longestLine = 8 * 1024 * 1024;

/** @throws {ModelError} `broken_stream` while it is read, if it or one of its lines is too long */
function watchBody(response: Response, signOfLife: () => void): Response {
  if (response.body === null) return response;
  const hasLines = response.headers.get('content-type')?.startsWith('text/') === true;
  let total = 0;
  let line = 0;
  const watched = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        signOfLife();
        total += bytes.length;
        const end = bytes.lastIndexOf(newline);
        line = end === -1 ? line + bytes.length : bytes.length - end - 1;
        if (total > mostBytes || (hasLines && line > longestLine)) throw tooLong();
        controller.enqueue(bytes);
      },
    }),
  );
  return new Response(watched, response);
}

const newline = 10;

function tooLong(): ModelError {
  return new ModelError({ code: 'broken_stream', retryable: false, words: 'The answer was too long.' });
}
