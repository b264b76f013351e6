import { defined } from '#contract/defined.ts';
import type { ElevenLabs, ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { confidenceOf } from './confidence.ts';
import { UnknownVoice } from './errors.ts';
import { elevenlabsCodes, languageCode } from './language.ts';
import type { Recording, Transcript, Utterance, Voice, VoiceProvider } from './port.ts';
import { type CallLimits, type ProviderCall, startCall } from './provider-call.ts';
import { recordingFile } from './recording-file.ts';
import { refusalError } from './refusal-error.ts';
import { spoken } from './spoken.ts';

const provider = 'elevenlabs';
const MiB = 1024 * 1024;

/** Defaults, which tests shorten. */
export const elevenlabsLimits: Record<'transcribe' | 'speak' | 'voices', CallLimits> = {
  transcribe: {
    firstByteMs: 110_000,
    idleMs: 15_000,
    totalMs: 120_000,
    responseBytes: 8 * MiB,
    json: 'without-long-lists',
  },
  speak: { firstByteMs: 30_000, idleMs: 15_000, totalMs: 180_000, responseBytes: 64 * MiB },
  voices: { firstByteMs: 10_000, idleMs: 10_000, totalMs: 20_000, responseBytes: MiB, json: 'with-lists' },
};

/** Voices that the provider is asked for at once, and how often. A voice can have hundreds of values. */
const pageSize = 25;
const mostPages = 80;
/**
 * Longer recordings come back without the single words, and so without confidence: the SDK takes longer than the event
 * loop may be held to read thousands of words.
 */
const longestWithWordsBytes = 2 * MiB;

export interface ElevenlabsSettings {
  apiKey: string;
  /** Default: `https://api.elevenlabs.io`. */
  baseUrl?: string | undefined;
  /** Default: George, one of the voices that every account has. */
  defaultVoice?: string;
  /** Default: `eleven_flash_v2_5`, which knows 32 languages and takes `language`. */
  speechModel?: string;
  /** Default: `scribe_v2`. */
  transcriptionModel?: string;
  /** For tests. Default: {@link elevenlabsLimits}. */
  limits?: typeof elevenlabsLimits;
}

/** ElevenLabs, by its own SDK. Loading the SDK takes a second or two, so it happens here and not with the first request. */
export async function createElevenlabs(settings: ElevenlabsSettings): Promise<VoiceProvider> {
  const { ElevenLabsClient } = await import('@elevenlabs/elevenlabs-js');
  const {
    apiKey,
    baseUrl = 'https://api.elevenlabs.io',
    defaultVoice = 'JBFqnCBsd6RMkjVDRZzb',
    speechModel = 'eleven_flash_v2_5',
    transcriptionModel = 'scribe_v2',
    limits = elevenlabsLimits,
  } = settings;
  const clientOf = (call: ProviderCall): ElevenLabsClient =>
    new ElevenLabsClient({ apiKey, baseUrl, fetch: call.fetch, maxRetries: 0, logging: { silent: true } });

  return {
    name: provider,
    default_voice: defaultVoice,

    async transcribe(recording, { language, signal }) {
      const code = language === undefined ? undefined : languageCode(language, elevenlabsCodes);
      const call = startCall(provider, limits.transcribe, signal, recording);
      try {
        const answer = await clientOf(call).speechToText.convert({
          modelId: transcriptionModel,
          file: recordingFile(recording),
          tagAudioEvents: false,
          timestampsGranularity: wordsOf(recording),
          ...defined({ languageCode: code }),
        });
        return toTranscript(answer);
      } catch (error) {
        throw refusalError(call.refusal(), { task: 'transcribe', language }) ?? call.fault(error);
      } finally {
        call.stop();
      }
    },

    async speak(utterance, { signal }) {
      const { voice_id = defaultVoice, language } = utterance;
      // The id is part of the address.
      if (!/^[\w-]{1,64}$/.test(voice_id)) throw new UnknownVoice('not the id of a voice');
      const code = language === undefined ? undefined : languageCode(language, elevenlabsCodes);
      const call = startCall(provider, limits.speak, signal);
      try {
        const { data, rawResponse } = await clientOf(call)
          .textToSpeech.stream(voice_id, {
            text: utterance.text,
            modelId: speechModel,
            outputFormat: 'mp3_44100_128',
            ...defined({ languageCode: code }),
          })
          .withRawResponse();
        return await spoken(provider, call, {
          contentType: rawResponse.headers.get('content-type'),
          body: data,
        });
      } catch (error) {
        call.stop();
        throw refusalError(call.refusal(), { task: 'speak', ...asked(utterance) }) ?? call.fault(error);
      }
    },

    async voices({ signal }) {
      const call = startCall(provider, limits.voices, signal);
      try {
        return await readVoices(clientOf(call));
      } catch (error) {
        throw call.fault(error);
      } finally {
        call.stop();
      }
    },
  };
}

function asked({ voice_id, language }: Utterance) {
  return { voice: voice_id, language };
}

function wordsOf({ size }: Recording): 'word' | 'none' {
  return size <= longestWithWordsBytes ? 'word' : 'none';
}

function toTranscript(answer: ElevenLabs.SpeechToTextConvertResponse): Transcript {
  if (!('text' in answer)) throw new Error('no transcript');
  // Spaces and noises between the words have probabilities too.
  const words = answer.words.filter(({ type }) => type === 'word');
  const confidence = confidenceOf(words.map(({ logprob }) => logprob));
  return {
    text: answer.text.trim(),
    ...defined({ confidence, seconds: answer.audioDurationSecs }),
  };
}

async function readVoices(client: ElevenLabsClient): Promise<Voice[]> {
  const voices: Voice[] = [];
  let nextPageToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await client.voices.search({
      pageSize,
      includeTotalCount: false,
      ...defined({ nextPageToken }),
    });
    voices.push(...answer.voices.map(toVoice));
    if (!answer.hasMore || answer.nextPageToken === undefined || answer.nextPageToken === nextPageToken)
      break;
    ({ nextPageToken } = answer);
  }
  return voices;
}

function toVoice({ voiceId, name, category, previewUrl }: ElevenLabs.Voice): Voice {
  const previewable = previewUrl !== undefined && /^https?:$/.test(URL.parse(previewUrl)?.protocol ?? '');
  return {
    id: voiceId,
    name: name ?? voiceId,
    ...defined({ category }),
    ...(previewable ? { preview_url: previewUrl } : {}),
  };
}
