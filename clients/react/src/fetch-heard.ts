/** The service sends a comment after 15 s without an event. What is silent for longer than this is dead. */
const silenceMs = 40_000;

/**
 * As `fetch`, but fails as on a lost connection if nothing is heard for too long: neither the answer, nor more of it. A connection that
 * is dead at its other end alone, as after a computer has slept, is otherwise waited on for ever.
 */
export const fetchHeard = async (
  input: Parameters<typeof fetch>[0],
  { signal, ...init }: RequestInit = {},
): Promise<Response> => {
  const silence = new AbortController();
  const heard = async <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new TypeError('The network is silent.'));
        silence.abort();
      }, silenceMs);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  const signals = signal ? [signal, silence.signal] : [silence.signal];
  const response = await heard(fetch(input, { ...init, signal: AbortSignal.any(signals) }));
  // Browsers give an answer without content an empty body, which no other response may have.
  if (response.body === null || response.status === 204) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await heard(reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async (reason) => await reader.cancel(reason),
  });
  return new Response(body, response);
};
