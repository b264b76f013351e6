import {
  InvalidAudio,
  RecordingTooLong,
  UnknownLanguage,
  UnknownVoice,
  VoiceProviderFault,
} from '#adapters/voice/errors.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';

/** The error that a client gets for one that a voice provider threw. Any other error stays as it is. */
export function toVoiceError(error: unknown): unknown {
  if (error instanceof VoiceProviderFault) return providerError(error);
  if (error instanceof RecordingTooLong) return tooLong(error);
  if (error instanceof InvalidAudio)
    return invalidAudio('The recording is not audio that can be read.', error);
  if (error instanceof UnknownVoice) {
    return invalidField('voice_id', 'must be the id of a voice of GET /v1/voice/voices', 'unknown_voice');
  }
  if (error instanceof UnknownLanguage) {
    return invalidField('language', 'is not a language that the voice provider supports', 'unknown_language');
  }
  return error;
}

export function providerError(cause?: unknown): ServiceError {
  return new ServiceError('voice_provider_error', 'The voice provider failed; try again.', { cause });
}

function tooLong(error: RecordingTooLong): ServiceError {
  const { longestSeconds: longest_seconds } = error;
  const message = `The recording is longer than ${longest_seconds / 60} minutes, the most that is transcribed.`;
  return new ServiceError('voice_invalid_audio', message, { details: { longest_seconds }, cause: error });
}

export function invalidAudio(message: string, cause?: unknown): ServiceError {
  return new ServiceError('voice_invalid_audio', message, { cause });
}
