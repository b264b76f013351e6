import { z } from 'zod';
import { defined } from '#contract/defined.ts';
import { SpeakRequest } from '#contract/voice.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { admitVoice, providerOf, type VoiceServices } from './admit-voice.ts';
import { spokenText } from './spoken-text.ts';
import { whileThere } from './while-there.ts';
import type { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';
import type { Speeches } from './speeches.ts';

interface SpeakServices extends VoiceServices {
  db: Database;
  /** Responses of audio that are being sent by this process. */
  speechLimiter: ConcurrencyLimiter;
  /** Speaks texts, each once. */
  speeches: Speeches;
}

export const speak = endpoint({
  operation: 'speak',
  summary: 'Speak a text, or a message of a thread; the audio is streamed while it is generated',
  method: 'post',
  path: '/v1/voice/speak',
  access: 'subject',
  noun: 'message',
  role: 'maker',
  scope: 'voice',
  admit: admitVoice,
  body: SpeakRequest,
  fieldErrors: { format: 'voice_invalid_format' },
  status: 200,
  mediaType: 'audio/*',
  data: z.string().meta({ description: 'The audio.', override: { type: 'string', format: 'binary' } }),
  responseHeaders: {
    'Service-Voice-Cache': z.enum(['hit', 'miss']).meta({
      header: { id: 'Service-Voice-Cache' },
      description:
        '`hit`: the audio was stored, and is free. `miss`: it was generated now, and its characters are metered.',
    }),
  },
  errors: [
    'not_found',
    'erasure_running',
    'voice_unavailable',
    'voice_invalid_format',
    'voice_empty_text',
    'voice_provider_error',
  ],
  async handle(
    { voice, db, speechLimiter, speeches }: SpeakServices,
    { caller, body, resource, requestId, address, clientGone: gone },
  ) {
    const provider = providerOf(voice);
    const { workspace_id: workspaceId, subject_ref: subject = '', connection } = caller;
    const { text, thread_id } = await spokenText(db, caller, body);
    const free = speechLimiter.admit({ workspaceId, subject, address });
    try {
      const { voice_id: voiceId, language } = body;
      const order = { workspaceId, subject, text, voiceId, language, resource, requestId };
      const spoken = await whileThere(gone, async () => await speeches.speak(provider, order, gone));
      return {
        bytes: spoken.audio,
        contentType: spoken.contentType,
        ...defined({ length: spoken.length }),
        headers: { 'Service-Voice-Cache': spoken.cache },
        kept: spoken.ref,
        about: {
          subject_ref: subject,
          ...defined({ thread_id }),
          ...(connection === undefined ? {} : { connection_id: connection.id }),
        },
        onEnd: () => {
          free();
          spoken.leave();
        },
      };
    } catch (error) {
      free();
      throw error;
    }
  },
});
