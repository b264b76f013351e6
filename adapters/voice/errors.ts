/** The provider failed, answered too late or broke off. A retry is reasonable (voice.provider-error). */
export class VoiceProviderFault extends Error {}

/** No provider can read this recording. */
export class InvalidAudio extends Error {}

/** The provider has no voice with this id. */
export class UnknownVoice extends Error {}

/** The provider does not support this language. */
export class UnknownLanguage extends Error {}
