import { InvalidAudio, UnknownLanguage, UnknownVoice } from './errors.ts';
import type { Refusal } from './refusal.ts';

/** The parts of the client's request that a provider may lack. */
export interface Asked {
  task: 'transcribe' | 'speak';
  voice?: string | undefined;
  language?: string | undefined;
}

/**
 * The error for a refusal that is the client's doing. Undefined for any other: a default voice that the provider does
 * not have is a fault of this deployment.
 */
export function refusalError(refusal: Refusal | undefined, asked: Asked): Error | undefined {
  switch (refusal?.about) {
    case 'voice':
      return asked.voice === undefined
        ? undefined
        : new UnknownVoice('the provider does not have this voice');
    case 'language':
      return asked.language === undefined
        ? undefined
        : new UnknownLanguage('the provider does not support this language');
    case 'request':
      return asked.task === 'transcribe' ? new InvalidAudio('the provider cannot read it') : undefined;
    default:
      return undefined;
  }
}
