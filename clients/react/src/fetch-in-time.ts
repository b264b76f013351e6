/** The service sends a comment after 15 s without an event. What is silent for longer than this is dead. */
const silenceMs = 40_000;

/**
 * As `fetch`, but fails as on a lost connection if too much time passes without data: before the answer, or between two
 * parts of it. Otherwise a connection that is dead only at its other end, as after a computer has slept, would be
 * waited on for ever.
 */
export const fetchInTime = async (
  input: Parameters<typeof fetch>[0],
  { signal, ...init }: RequestInit = {},
): Promise<Response> => {
  const silence = new AbortController();
  const inTime = async <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new TypeError('No data arrived in time.'));
        silence.abort();
      }, silenceMs);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  const signals = signal ? [signal, silence.signal] : [silence.signal];
  const response = await inTime(fetch(input, { ...init, signal: AbortSignal.any(signals) }));
  // Browsers give an answer without content an empty body, which no other response may have.
  if (response.body === null || response.status === 204) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await inTime(reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async (reason) => await reader.cancel(reason),
  });
  return new Response(body, response);
};
