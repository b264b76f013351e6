import { defined } from '#contract/defined.ts';
import OpenAI from 'openai';
import { z } from 'zod';
import { confidenceOf } from './confidence.ts';
import { UnknownVoice, VoiceProviderFault } from './errors.ts';
import { languageCode, openaiCodes, whisperCodes } from './language.ts';
import type { Speech, Transcript, Utterance, VoiceProvider } from './port.ts';
import { type CallLimits, type ProviderCall, startCall } from './provider-call.ts';
import { recordingFile } from './recording-file.ts';
import { refusalError } from './refusal-error.ts';
import { splitText } from './split-text.ts';
import { spoken } from './spoken.ts';

const provider = 'openai';
const MiB = 1024 * 1024;

/** Defaults, which tests shorten. */
export const openaiLimits: Record<'transcribe' | 'speak', CallLimits> = {
  transcribe: {
    firstByteMs: 110_000,
    idleMs: 15_000,
    totalMs: 120_000,
    responseBytes: 8 * MiB,
    json: 'without-long-lists',
  },
  speak: { firstByteMs: 30_000, idleMs: 15_000, totalMs: 180_000, responseBytes: 64 * MiB },
};

/** The most characters that `/audio/speech` takes. Longer texts are spoken in parts. */
const longestInput = 4096;

export interface OpenaiSettings {
  /** Absent for a compatible server that requires none. */
  apiKey?: string | undefined;
  /** Default: `https://api.openai.com/v1`. */
  baseUrl?: string | undefined;
  /** The ids of all voices that may be used. There is no endpoint that lists them. */
  voices: readonly string[];
  /** Default: the first of the voices. */
  defaultVoice?: string;
  /** Default: `gpt-4o-mini-tts`. */
  speechModel?: string;
  /** Default: `gpt-transcribe`. */
  transcriptionModel?: string;
  /** For tests. Default: {@link openaiLimits}. */
  limits?: typeof openaiLimits;
}

/** OpenAI's `/audio/speech` and `/audio/transcriptions`, or those of a compatible server. */
export function createOpenai(settings: OpenaiSettings): VoiceProvider {
  const {
    voices,
    defaultVoice = voices[0] ?? 'alloy',
    speechModel = 'gpt-4o-mini-tts',
    transcriptionModel = 'gpt-transcribe',
    limits = openaiLimits,
  } = settings;
  const clientOf = (call: ProviderCall) =>
    new OpenAI({
      // Everything is passed, so that the SDK does not read it from the environment.
      apiKey: settings.apiKey ?? 'none',
      baseURL: settings.baseUrl ?? 'https://api.openai.com/v1',
      organization: null,
      project: null,
      defaultHeaders: settings.apiKey === undefined ? { Authorization: null } : {},
      fetch: call.fetch,
      maxRetries: 0,
      logLevel: 'off',
    });

  return {
    name: provider,
    default_voice: defaultVoice,

    async transcribe(recording, { language, signal }) {
      const codes = transcriptionModel.includes('whisper') ? whisperCodes : openaiCodes;
      const code = language === undefined ? undefined : languageCode(language, codes);
      const call = startCall(provider, limits.transcribe, signal, recording);
      try {
        const answer: unknown = await clientOf(call).audio.transcriptions.create({
          file: recordingFile(recording),
          model: transcriptionModel,
          ...defined({ language: code }),
          ...detailsOf(transcriptionModel),
        });
        return toTranscript(Answer.parse(answer));
      } catch (error) {
        throw refusalError(call.refusal(), { task: 'transcribe', language }) ?? call.fault(error);
      } finally {
        call.stop();
      }
    },

    async speak(utterance, { signal }) {
      const { voice_id: voice = defaultVoice, language } = utterance;
      if (!voices.includes(voice)) throw new UnknownVoice('none of the voices');
      // Nothing is sent for it: the models speak the language of the text.
      if (language !== undefined) languageCode(language);
      const parts = splitText(utterance.text, longestInput);
      const speakPart = async (input: string): Promise<Speech> => {
        const call = startCall(provider, limits.speak, signal);
        try {
          const response = await clientOf(call).audio.speech.create({
            input,
            model: speechModel,
            voice,
            response_format: 'mp3',
          });
          const contentType = response.headers.get('content-type');
          if (parts.length > 1 && contentType?.startsWith('audio/mpeg') !== true) {
            throw new VoiceProviderFault(
              `${provider} does not send MP3, so it cannot speak a long text in parts`,
            );
          }
          return await spoken(provider, call, { contentType, body: response.body });
        } catch (error) {
          call.stop();
          throw refusalError(call.refusal(), asked(utterance)) ?? call.fault(error);
        }
      };
      const [first = '', ...rest] = parts;
      return oneAfterTheOther(await speakPart(first), rest, speakPart);
    },

    voices: async () =>
      await Promise.resolve(
        voices.map((id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1), category: 'premade' })),
      ),
  };
}

function asked({ voice_id, language }: Utterance) {
  return { task: 'speak', voice: voice_id, language } as const;
}

/** The detail about certainty that each model offers, and its format. */
function detailsOf(model: string): Partial<OpenAI.Audio.TranscriptionCreateParamsNonStreaming> {
  if (model.startsWith('whisper')) return { response_format: 'verbose_json' };
  if (/^gpt-4o-(mini-)?transcribe(?!-diarize)/.test(model)) {
    return { response_format: 'json', include: ['logprobs'] };
  }
  return { response_format: 'json' };
}

/** Compatible servers differ, so only the text is required. */
const Answer = z.object({
  text: z.string(),
  duration: z.coerce.number().nonnegative().optional().catch(undefined),
  usage: z.object({ seconds: z.number().nonnegative() }).optional().catch(undefined),
  logprobs: z
    .array(z.object({ logprob: z.number().optional() }))
    .nullish()
    .catch(undefined),
  segments: z
    .array(
      z.object({
        text: z.string(),
        avg_logprob: z.number().optional().catch(undefined),
        no_speech_prob: z.number().optional().catch(undefined),
      }),
    )
    .nullish()
    .catch(undefined),
});
type Answer = z.infer<typeof Answer>;

function toTranscript({ text, duration, usage, logprobs, segments }: Answer): Transcript {
  const heard = (segments ?? []).filter((segment) => !isSilence(segment));
  const silent = (segments ?? []).length > heard.length;
  const said = silent ? heard.map((segment) => segment.text).join('') : text;
  const confidence = confidenceOf([
    ...(logprobs ?? []).map(({ logprob }) => logprob),
    ...heard.map(({ avg_logprob }) => avg_logprob),
  ]);
  const seconds = duration ?? usage?.seconds;
  return {
    text: said.trim(),
    ...defined({ confidence, seconds }),
  };
}

/** Whisper's own rule, which servers leave to the client. It writes words into silence that nobody has said. */
function isSilence({ avg_logprob, no_speech_prob }: NonNullable<Answer['segments']>[number]): boolean {
  return (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1;
}

/** The audio of all parts. MP3 files can be joined; files of other formats have a header. */
function oneAfterTheOther(
  first: Speech,
  rest: string[],
  speakPart: (input: string) => Promise<Speech>,
): Speech {
  if (rest.length === 0) return first;
  async function* all() {
    yield* first.audio;
    for (const part of rest) yield* (await speakPart(part)).audio;
  }
  return { ...first, audio: all() };
}
