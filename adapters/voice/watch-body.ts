/**
 * The response with a body that may neither fall silent nor be endless. Only the time in which somebody waits for the
 * next chunk counts, so a slow reader is not taken for a silent provider.
 * @param end is called with what happened if the body exceeds a limit, and must abort the request
 */
export function watchBody(
  response: Response,
  limits: { idleMs: number; responseBytes: number },
  end: (what: string) => void,
): Response {
  if (response.body === null) return response;
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let left = limits.responseBytes;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const timer = setTimeout(() => end('fell silent'), limits.idleMs);
        const { done, value } = await reader.read().finally(() => clearTimeout(timer));
        if (done) {
          controller.close();
          return;
        }
        left -= value.byteLength;
        if (left < 0) {
          end('sent too much');
          throw new Error('too much');
        }
        controller.enqueue(value);
      },
      cancel: async (reason) => await reader.cancel(reason),
    },
    // Reads only what somebody waits for.
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
