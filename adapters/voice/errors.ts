/**
 * The provider failed, answered too late or broke off. A retry is reasonable (voice.provider-error). The message names
 * the provider and what happened, for the log: never text of the provider's or a key.
 */
export class VoiceProviderFault extends Error {
  override name = 'VoiceProviderFault';
}

/** No provider can read this recording. */
export class InvalidAudio extends Error {
  override name = 'InvalidAudio';
}

/** The recording is longer than the provider takes. */
export class RecordingTooLong extends InvalidAudio {
  override name = 'RecordingTooLong';
  readonly longestSeconds: number;

  constructor(longestSeconds: number) {
    super(`longer than ${longestSeconds} seconds`);
    this.longestSeconds = longestSeconds;
  }
}

/** The provider has no voice with this id. */
export class UnknownVoice extends Error {
  override name = 'UnknownVoice';
}

/** The provider does not support this language. */
export class UnknownLanguage extends Error {
  override name = 'UnknownLanguage';
}
