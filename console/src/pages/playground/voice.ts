import { actingHeaders, noticeResponse } from '../../api/client.ts';
import { asApiError, toApiError } from '../../api/api-error.ts';

/** Sends a recording to be transcribed, and returns the text: empty for a silent one. */
export async function transcribe(audio: Blob, subject: string): Promise<string> {
  const form = new FormData();
  form.append('audio', audio, `utterance.${audio.type.includes('mp4') ? 'mp4' : 'webm'}`);
  const response = await send('/v1/voice/transcribe', { body: form }, subject);
  return ((await response.json()) as { data: { text: string } }).data.text;
}

/** A message as speech, in the format of the provider. */
export async function speak(messageId: string, subject: string): Promise<Blob> {
  const response = await send(
    '/v1/voice/speak',
    { body: JSON.stringify({ message_id: messageId }), headers: { 'Content-Type': 'application/json' } },
    subject,
  );
  return await response.blob();
}

async function send(
  path: string,
  { body, headers = {} }: { body: BodyInit; headers?: Record<string, string> },
  subject: string,
): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    body,
    headers: {
      ...actingHeaders({ as: 'playground', subject }),
      'Idempotency-Key': crypto.randomUUID(),
      ...headers,
    },
  }).catch((error: unknown) => {
    throw asApiError(error);
  });
  noticeResponse(response);
  if (!response.ok) throw await toApiError(response);
  return response;
}
