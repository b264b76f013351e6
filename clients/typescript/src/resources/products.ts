import type { RequestOptions } from '../options.ts';
import type { Collection } from '../pages.ts';
import type * as schema from '../schema/types.gen.ts';
import { Resource } from './resource.ts';

/** The bank behind an account reference. */
export class Identify extends Resource {
  async lookUp(reference: schema.IdentifyRequest, options?: RequestOptions): Promise<schema.IdentifyResult> {
    return await this.data('POST', '/v1/identify', { json: reference, options });
  }

  banks(query?: schema.ListBanksQuery, options?: RequestOptions): Collection<schema.Bank> {
    return this.collection('/v1/identify/banks', query, options);
  }

  async stats(query?: schema.GetIdentifyStatsQuery, options?: RequestOptions): Promise<schema.IdentifyStats> {
    return await this.data('GET', '/v1/identify/stats', { query, options });
  }
}

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

/** Subscriptions at the realtime provider. */
export class Realtime extends Resource {
  async config(options?: RequestOptions): Promise<schema.RealtimeConfig> {
    return await this.data('GET', '/v1/loom/realtime/config', { options });
  }

  async authorize(
    channel: schema.ChannelRequest,
    options?: RequestOptions,
  ): Promise<schema.ChannelAuthorization> {
    return await this.data('POST', '/v1/loom/realtime/auth', { json: channel, options });
  }
}
