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

  voices(query?: schema.ListVoicesQuery, options?: RequestOptions): Collection<schema.Voice> {
    return this.collection('/v1/voice/voices', query, options);
  }
}
