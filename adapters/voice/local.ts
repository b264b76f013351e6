import { UnknownLanguage, VoiceProviderFault } from './errors.ts';
import { languageCode } from './language.ts';
import { whatIsMissing } from './local/check.ts';
import { startDeadline } from './local/deadline.ts';
import { chooseVoice, type EspeakVoice, parseEspeakVoices } from './local/espeak-voices.ts';
import { Places } from './local/places.ts';
import type { Programs } from './local/programs.ts';
import { readOutput } from './local/read-output.ts';
import { speakWithEspeak } from './local/speak.ts';
import { ProgramMissing, startProgram } from './local/start-program.ts';
import { recognizerPackage, transcribeWithRecognizer } from './local/transcribe.ts';
import type { VoiceProvider } from './port.ts';

const requirements = 'adapters/voice/local/requirements.txt';

/** In milliseconds, the wait for a place included. */
export const localLimits = { transcribeMs: 120_000, speakMs: 120_000, voicesMs: 10_000 };
const mostTableBytes = 256 * 1024;

/** How many programs run at once, and how many requests wait for one of them. */
const speakers = { atOnce: 4, waiting: 64 };
const recognizers = { atOnce: 2, waiting: 32 };

export interface LocalSettings {
  /** A Python with the packages of local/requirements.txt. */
  recognizerPython: string;
  /** For tests. Default: those on PATH. */
  programs?: Omit<Programs, 'python'>;
  /** Default: `en-us`. */
  defaultVoice?: string;
}

export interface LocalOptions {
  /** Called with the missing program and how to install it: at the start, and whenever a request needs it. */
  onMissing?: (advice: string) => void;
}

/**
 * Voice without a provider: espeak-ng speaks, Moonshine recognizes English. For development, and where nothing may
 * leave the machine. Each request runs programs of its own, which end with it.
 */
export function createLocal(
  settings: LocalSettings,
  { onMissing = () => {} }: LocalOptions = {},
): VoiceProvider & { check: () => Promise<void> } {
  const { defaultVoice = 'en-us' } = settings;
  const programs: Programs = {
    espeak: 'espeak-ng',
    ffmpeg: 'ffmpeg',
    ...settings.programs,
    python: settings.recognizerPython,
  };
  const speaking = new Places(speakers.atOnce, speakers.waiting);
  const recognizing = new Places(recognizers.atOnce, recognizers.waiting);
  let listed: EspeakVoice[] | undefined;

  const espeakVoices = async (caller: AbortSignal): Promise<EspeakVoice[]> => {
    if (listed !== undefined) return listed;
    const deadline = startDeadline(localLimits.voicesMs, caller);
    try {
      const program = startProgram({ command: programs.espeak, args: ['--voices'], signal: deadline.signal });
      const { text, code } = await readOutput(program, mostTableBytes);
      const voices = parseEspeakVoices(text);
      deadline.signal.throwIfAborted();
      if (code !== 0 || voices.length === 0)
        throw new VoiceProviderFault('espeak-ng does not list its voices');
      listed = voices;
      return voices;
    } catch (error) {
      throw toVoiceError(deadline.reason(error));
    } finally {
      deadline.stop();
    }
  };
  const toVoiceError = (error: unknown): unknown => {
    if (error instanceof ProgramMissing) onMissing(installAdvice(error.command, programs));
    return error;
  };

  return {
    name: 'local',
    default_voice: defaultVoice,

    check: async () => {
      for (const missing of await whatIsMissing(programs)) onMissing(installAdvice(missing, programs));
    },

    async transcribe(recording, { language, signal }) {
      const code = language === undefined ? undefined : languageCode(language);
      if (code !== undefined && code !== 'en') {
        throw new UnknownLanguage('local recognizes English only');
      }
      const deadline = startDeadline(localLimits.transcribeMs, signal);
      try {
        const release = await recognizing.take(deadline.signal);
        try {
          return await transcribeWithRecognizer(recording, programs, deadline.signal);
        } finally {
          release();
        }
      } catch (error) {
        throw toVoiceError(deadline.reason(error));
      } finally {
        deadline.stop();
      }
    },

    async speak(utterance, { signal }) {
      const voice = chooseVoice(await espeakVoices(signal), utterance, defaultVoice);
      const deadline = startDeadline(localLimits.speakMs, signal);
      const release = await speaking.take(deadline.signal).catch((error: unknown) => {
        const reason = deadline.reason(error);
        deadline.stop();
        throw reason;
      });
      // However the speech ends, its deadline ends too.
      deadline.signal.addEventListener('abort', release, { once: true });
      const chunks = speakWithEspeak({ espeak: programs.espeak, text: utterance.text, voice }, deadline);
      try {
        const first = await chunks.next();
        if (first.done === true) throw new VoiceProviderFault('espeak-ng said nothing');
        return { content_type: 'audio/wav', audio: startingWith(first.value, chunks) };
      } catch (error) {
        deadline.stop();
        throw toVoiceError(error);
      }
    },

    async voices({ signal }) {
      const voices = await espeakVoices(signal);
      return voices.map(({ id, name }) => ({ id, name, category: 'premade' }));
    },
  };
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** A sentence that says what is not installed, what does not work without it, and how to install it. */
function installAdvice(missing: string, { espeak, ffmpeg }: Programs): string {
  switch (missing) {
    case espeak:
      return `${missing} is not installed, so VOICE_PROVIDER=local cannot speak: install it with "apt-get install espeak-ng".`;
    case ffmpeg:
      return `${missing} is not installed, so VOICE_PROVIDER=local cannot transcribe: install it with "apt-get install ffmpeg".`;
    case recognizerPackage:
      return `${missing} is not installed, so VOICE_PROVIDER=local cannot transcribe: run "pip install --no-deps -r ${requirements}" in a virtual environment, and set VOICE_RECOGNIZER_PYTHON to its Python.`;
    default:
      return `${missing} cannot be run, so VOICE_PROVIDER=local cannot transcribe: set VOICE_RECOGNIZER_PYTHON to a Python of version 3.9 or newer that has ${recognizerPackage}.`;
  }
}
