import { ModelError } from '#engine/ports/model.ts';
import { parseJson } from '#contract/json.ts';

/** More of a body that is not a stream is not read: an error is short, whatever a gateway sends. */
const mostBytes = 64 * 1024;

/** Whether a response may be the stream that was asked for. Some servers do not say so. */
export function isStream(response: Response): boolean {
  const type = response.headers.get('content-type')?.toLowerCase() ?? '';
  return response.ok && !type.startsWith('application/json') && !type.startsWith('text/html');
}

/**
 * A response that is not a stream, with as much of its body as an error can have. Gateways also report errors with status 200:
 * such a response gets the status that its body names, or 400.
 * @throws {ModelError} `broken_stream` if it has status 200 and is no error: the address is probably not that of a provider's API
 */
export async function readAnswer(response: Response): Promise<Response> {
  const body = await beginning(response);
  const { status, statusText, headers } = response;
  if (!response.ok) return new Response(hasBody(status) ? body : null, { status, statusText, headers });
  const error = (parseJson(body) as { error?: unknown } | null | undefined)?.error;
  if (error === undefined || error === null) {
    throw new ModelError({ code: 'broken_stream', retryable: true, words: 'The answer was not a stream.' });
  }
  const { code, status: named } = error as { code?: unknown; status?: unknown };
  const wanted = [code, named]
    .map(Number)
    .find((each) => Number.isInteger(each) && each >= 400 && each < 600);
  return new Response(body, { status: wanted ?? 400, headers });
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}

async function beginning(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  const reader = response.body.getReader();
  try {
    while (length < mostBytes) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      length += value.length;
      text += decoder.decode(value, { stream: true });
    }
    return text;
  } finally {
    // Closes the connection, if there is more.
    void reader.cancel().catch(() => {});
  }
}
