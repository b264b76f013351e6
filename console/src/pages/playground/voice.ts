import { readAnswer, toApiError } from '#heddle-client/answer.ts';
import { actingHeaders, noticeResponse } from '../../api/client.ts';
import { asApiError } from '../../api/api-error.ts';

interface Context {
  subject: string;
  /** Ends the request. */
  signal: AbortSignal;
}

/**
 * Sends a recording to be transcribed, and returns the text: empty for a silent one.
 * @throws {ApiError}
 */
export async function transcribe(recording: Blob, context: Context): Promise<string> {
  const form = new FormData();
  // The service goes by its content, and not by its name.
  form.append('audio', recording, 'recording');
  const response = await send('/v1/voice/transcribe', { body: form }, context);
  return ((await response.json()) as { data: { text: string } }).data.text;
}

/**
 * A message as speech, in the format of the provider.
 * @throws {ApiError}
 */
export async function speak(messageId: string, context: Context): Promise<Blob> {
  const request = {
    body: JSON.stringify({ message_id: messageId }),
    headers: { 'Content-Type': 'application/json' },
  };
  const response = await send('/v1/voice/speak', request, context);
  return await response.blob().catch((error: unknown) => {
    throw asApiError(error);
  });
}

async function send(
  path: string,
  { body, headers = {} }: { body: BodyInit; headers?: Record<string, string> },
  { subject, signal }: Context,
): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    body,
    headers: {
      ...actingHeaders({ as: 'playground', subject }),
      'Idempotency-Key': crypto.randomUUID(),
      ...headers,
    },
    signal,
  }).catch((error: unknown) => {
    throw asApiError(error);
  });
  noticeResponse(response);
  if (!response.ok) throw toApiError(await readAnswer(response));
  return response;
}
