import { VoiceProviderFault } from './errors.ts';
import type { Speech } from './port.ts';
import type { ProviderCall } from './provider-call.ts';

/** A provider's response to a request for speech. */
export interface SpokenResponse {
  contentType: string | null;
  body: ReadableStream<Uint8Array> | null;
}

/**
 * The speech in a response, once its first bytes are here. The call is stopped when the audio ends, or is not read on.
 * @throws {VoiceProviderFault} if there is no audio in it
 */
export async function spoken(
  provider: string,
  call: ProviderCall,
  { contentType, body }: SpokenResponse,
): Promise<Speech> {
  const type = audioType(contentType);
  if (type === undefined || body === null) throw new VoiceProviderFault(`${provider} did not send audio`);
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) throw new VoiceProviderFault(`${provider} sent empty audio`);
  return { content_type: type, audio: chunksOf(call, first.value, chunks) };
}

async function* chunksOf(
  call: ProviderCall,
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } catch (error) {
    throw call.fault(error);
  } finally {
    call.stop();
  }
}

/** Undefined for what is no audio. Servers that do not know better send MP3, which is what they are asked for. */
function audioType(contentType: string | null): string | undefined {
  const type = contentType?.trim().toLowerCase() ?? '';
  if (type === '' || type.startsWith('application/octet-stream')) return 'audio/mpeg';
  return /^audio\/[\w.+-]+(;|$)/.test(type) ? type : undefined;
}
