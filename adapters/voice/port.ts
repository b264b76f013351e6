/** An uploaded recording, in a temporary file that its owner removes. */
export interface Recording {
  path: string;
  /** In bytes. */
  size: number;
  /** As recognized from the content, not as the client declared it: `audio/wav`. */
  media_type: string;
}

/** The transcript. */
export interface Transcript {
  /** Empty for a silent recording. */
  text: string;
  /** From 0 to 1, if the provider reports one. */
  confidence?: number;
  /** Length of the recording, if the provider reports it. */
  seconds?: number;
}

/** The text to speak. */
export interface Utterance {
  /** Speakable text, not empty. */
  text: string;
  /** Default: the provider's own default voice. */
  voice_id?: string;
  /** BCP 47. Default: what the voice speaks. */
  language?: string;
}

/** Spoken text, as the provider sends it. */
export interface Speech {
  /** Media type of the audio, as the provider gives it. */
  content_type: string;
  audio: AsyncIterable<Uint8Array>;
}

/** A voice that may be chosen. */
export interface Voice {
  id: string;
  name: string;
  category?: string;
  preview_url?: string;
}

/**
 * A voice provider. Every method ends within the adapter's own time-out, and throws one of the errors in `errors.ts`,
 * without the provider's key or its own message.
 */
export interface VoiceProvider {
  /** `local`, `elevenlabs` or `openai`: part of the key of cached speech. */
  name: string;
  /**
   * The voice of an utterance that names neither a voice nor a language. Part of the key of cached speech without a
   * `voice_id`, so that another default is not answered with the clips of the old one.
   */
  default_voice: string;
  transcribe(recording: Recording, options: { language?: string; signal: AbortSignal }): Promise<Transcript>;
  /** Resolves when the audio begins. Reading the audio throws if the provider fails on the way. */
  speak(utterance: Utterance, options: { signal: AbortSignal }): Promise<Speech>;
  voices(options: { signal: AbortSignal }): Promise<Voice[]>;
}
