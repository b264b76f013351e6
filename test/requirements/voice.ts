import type { Requirement } from './requirement.ts';

/** Voice: transcribe, speak, voices. */
export const voice = [
  {
    id: 'voice.unavailable',
    source: ['service.md Voice', 'service.md Errors', 'contract.md 8'],
    issue: 8,
    behaviour:
      'Every voice endpoint is 503 voice_unavailable without a provider, or where it is switched off for the workspace.',
  },
  {
    id: 'voice.provider-error',
    source: 'service.md Errors',
    issue: 8,
    behaviour: 'A failure of the provider is 502 voice_provider_error.',
  },
  {
    id: 'voice.credentials',
    source: ['service.md Authentication', 'contract.md 2'],
    issue: 8,
    behaviour:
      "Voice takes the subject's bearer token, or an API key with Service-Subject, else 422 subject_required.",
  },
  {
    id: 'voice.transcribe',
    source: ['service.md Voice', 'service.md Voice records'],
    issue: 8,
    behaviour:
      'POST /v1/voice/transcribe takes multipart audio and language and returns text, and confidence where reported.',
  },
  {
    id: 'voice.transcribe.silence',
    source: 'service.md Voice records',
    issue: 8,
    behaviour: 'A silent take has an empty text.',
  },
  {
    id: 'voice.transcribe.too-large',
    source: 'contract.md 8',
    issue: 8,
    behaviour: 'Audio of over 25 MiB is 413.',
  },
  {
    id: 'voice.transcribe.unreadable',
    source: 'contract.md 8',
    issue: 8,
    behaviour: 'Audio that no provider can read is 422 voice_invalid_audio.',
  },
  {
    id: 'voice.speak',
    source: ['service.md Voice', 'service.md What the service does'],
    issue: 8,
    behaviour:
      'POST /v1/voice/speak returns raw audio bytes with the Content-Type of the provider, not the envelope.',
  },
  {
    id: 'voice.speak.format',
    source: 'service.md Voice',
    issue: 8,
    behaviour: 'markdown, the default, is rendered into speakable text; plain is spoken as given.',
  },
  {
    id: 'voice.speak.invalid-format',
    source: ['service.md Errors', 'contract.md 1'],
    issue: 8,
    behaviour: 'Another format is 422 voice_invalid_format.',
  },
  {
    id: 'voice.speak.empty-text',
    source: 'service.md Errors',
    issue: 8,
    behaviour: 'Nothing left to speak after rendering is 422 voice_empty_text.',
  },
  {
    id: 'voice.speak.too-long',
    source: 'contract.md 8',
    issue: 8,
    behaviour: 'More than 5,000 characters after rendering is 422 invalid_request.',
  },
  {
    id: 'voice.speak.voice',
    source: 'service.md Voice',
    issue: 8,
    behaviour: 'voice_id selects the voice; the default of the platform speaks without it.',
  },
  {
    id: 'voice.speak.cache',
    source: ['service.md Voice', 'service.md Limits', 'contract.md 8'],
    issue: 8,
    behaviour: 'Service-Voice-Cache is hit or miss by provider, voice, language and rendered text.',
  },
  {
    id: 'voice.metered',
    source: ['service.md What the service does', 'service.md Limits', 'contract.md 3', 'contract.md 8'],
    issue: 8,
    behaviour:
      'Voice is metered apart from runs: a miss meters its characters, a hit nothing; usage reports characters and seconds.',
  },
  {
    id: 'voice.voices',
    source: ['service.md Voice', 'service.md Voice records'],
    issue: 8,
    behaviour: 'GET /v1/voice/voices lists id, name, category and preview_url.',
  },
] as const satisfies readonly Requirement[];
