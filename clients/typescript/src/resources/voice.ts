import type { RequestOptions } from '../options.ts';
import type { Collection } from '../pages.ts';
import type * as schema from '../schema/types.gen.ts';
import { Resource } from './resource.ts';

/** Speech to text, and text to speech. */
export class Voice extends Resource {
  /** @param recording at most 25 MiB */
  async transcribe(
    recording: Blob,
    { language }: { language?: string } = {},
    options?: RequestOptions,
  ): Promise<schema.Transcript> {
    const form = new FormData();
    form.set('audio', recording);
    if (language !== undefined) form.set('language', language);
    return await this.data('POST', '/v1/voice/transcribe', { form, options });
  }

  /** The audio, with its media type. */
  async speak(speech: schema.SpeakRequest, options?: RequestOptions): Promise<Blob> {
    return await this.transport.blob({ method: 'POST', path: '/v1/voice/speak', json: speech }, options);
  }

  /**
   * The audio as it is made, so that a player can begin before it is whole. `timeoutMs` is for its first byte; what breaks off
   * later throws where it is read.
   */
  async speakStream(
    speech: schema.SpeakRequest,
    options?: RequestOptions,
  ): Promise<{ type: string; audio: ReadableStream<Uint8Array> }> {
    const request = { method: 'POST', path: '/v1/voice/speak', json: speech } as const;
    const { headers, body } = await this.transport.body(request, options);
    return { type: headers.get('content-type') ?? '', audio: body ?? new Blob([]).stream() };
  }

  voices(query?: schema.ListVoicesQuery, options?: RequestOptions): Collection<schema.Voice> {
    return this.collection('/v1/voice/voices', query, options);
  }
}
