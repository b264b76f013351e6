import type { Requirement } from './requirement.ts';

/** Voice: transcribe, speak, voices. */
export const voice = [
  {
    id: 'voice.unavailable',
    planned: true,
    behaviour:
      'Every voice endpoint is 503 voice_unavailable without a provider, or where it is switched off for the workspace.',
  },
  {
    id: 'voice.provider-error',
    planned: true,
    behaviour: 'A failure of the provider is 502 voice_provider_error.',
  },
  {
    id: 'voice.credentials',
    planned: true,
    behaviour:
      "Voice takes the subject's bearer token, or an API key with Service-Subject, else 422 subject_required.",
  },
  {
    id: 'voice.transcribe',
    planned: true,
    behaviour:
      'POST /v1/voice/transcribe takes multipart audio and language and returns text, and confidence where reported.',
  },
  {
    id: 'voice.transcribe.silence',
    planned: true,
    behaviour: 'A silent take has an empty text.',
  },
  {
    id: 'voice.transcribe.too-large',
    planned: true,
    behaviour: 'Audio of over 25 MiB is 413.',
  },
  {
    id: 'voice.transcribe.unreadable',
    planned: true,
    behaviour: 'Audio that no provider can read is 422 voice_invalid_audio.',
  },
  {
    id: 'voice.speak',
    planned: true,
    behaviour:
      'POST /v1/voice/speak returns raw audio bytes with the Content-Type of the provider, not the envelope.',
  },
  {
    id: 'voice.speak.format',
    planned: true,
    behaviour: 'markdown, the default, is rendered into speakable text; plain is spoken as given.',
  },
  {
    id: 'voice.speak.invalid-format',
    planned: true,
    behaviour: 'Another format is 422 voice_invalid_format.',
  },
  {
    id: 'voice.speak.empty-text',
    planned: true,
    behaviour: 'Nothing left to speak after rendering is 422 voice_empty_text.',
  },
  {
    id: 'voice.speak.too-long',
    planned: true,
    behaviour: 'More than 5,000 characters after rendering is 422 invalid_request.',
  },
  {
    id: 'voice.speak.voice',
    planned: true,
    behaviour: 'voice_id selects the voice; the default of the platform speaks without it.',
  },
  {
    id: 'voice.speak.cache',
    planned: true,
    behaviour: 'Service-Voice-Cache is hit or miss by provider, voice, language and rendered text.',
  },
  {
    id: 'voice.metered',
    planned: true,
    behaviour:
      'Voice is metered apart from runs: a miss meters its characters, a hit nothing; usage reports characters and seconds.',
  },
  {
    id: 'voice.voices',
    planned: true,
    behaviour: 'GET /v1/voice/voices lists id, name, category and preview_url.',
  },
  {
    id: 'voice.provider.choice',
    behaviour:
      'VOICE_PROVIDER chooses none, local, elevenlabs or openai; a setting that the provider needs and lacks is named at the start.',
  },
  {
    id: 'voice.provider.secrets',
    behaviour: "Neither the provider's key nor its own message is in an error or a log.",
  },
  {
    id: 'voice.provider.limits',
    behaviour:
      'A provider that does not answer, falls silent, goes on for too long or sends too much is given up, and retried at most once.',
  },
  {
    id: 'voice.provider.local',
    behaviour: 'Without a provider on the network, local speaks, and recognizes what it has spoken.',
  },
  {
    id: 'voice.local.missing',
    behaviour:
      'What local needs and is not installed is logged with how to install it, at the start and when a request needs it.',
  },
] as const satisfies readonly Requirement[];
