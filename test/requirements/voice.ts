import type { Requirement } from './requirement.ts';

/** Voice: transcribe, speak, voices. */
export const voice = [
  {
    id: 'voice.unavailable',
    behaviour:
      'Every voice endpoint is 503 voice_unavailable without a provider, or where it is switched off for the workspace.',
  },
  {
    id: 'voice.provider-error',
    behaviour: 'A failure of the provider is 502 voice_provider_error.',
  },
  {
    id: 'voice.credentials',
    behaviour:
      "Voice takes the subject's bearer token, or an API key with Service-Subject, else 422 subject_required.",
  },
  {
    id: 'voice.transcribe',
    behaviour:
      'POST /v1/voice/transcribe takes multipart audio and language and returns text, and confidence where reported.',
  },
  {
    id: 'voice.transcribe.silence',
    behaviour: 'A silent take has an empty text.',
  },
  {
    id: 'voice.transcribe.too-large',
    behaviour: 'Audio of over 25 MiB is 413.',
  },
  {
    id: 'voice.transcribe.unreadable',
    behaviour: 'Audio that no provider can read is 422 voice_invalid_audio.',
  },
  {
    id: 'voice.transcribe.too-long',
    behaviour:
      'A recording that is longer than the provider takes is 422 voice_invalid_audio, and the error says so and how long it may be.',
  },
  {
    id: 'voice.speak',
    behaviour:
      'POST /v1/voice/speak returns raw audio bytes with the Content-Type of the provider, not the envelope.',
  },
  {
    id: 'voice.speak.format',
    behaviour: 'markdown, the default, is rendered into speakable text; plain is spoken as given.',
  },
  {
    id: 'voice.speak.invalid-format',
    behaviour: 'Another format is 422 voice_invalid_format.',
  },
  {
    id: 'voice.speak.empty-text',
    behaviour: 'Nothing left to speak after rendering is 422 voice_empty_text.',
  },
  {
    id: 'voice.speak.too-long',
    behaviour: 'More than 5,000 characters after rendering is 422 invalid_request.',
  },
  {
    id: 'voice.speak.voice',
    behaviour: 'voice_id selects the voice; the default of the platform speaks without it.',
  },
  {
    id: 'voice.speak.cache',
    behaviour: 'Service-Voice-Cache is hit or miss by provider, voice, language and rendered text.',
  },
  {
    id: 'voice.speak.once',
    behaviour:
      'Of any number of simultaneous requests for the same speech, in any number of processes, one makes it; if its process dies, another one does.',
  },
  {
    id: 'voice.speak.streamed',
    behaviour:
      'The first listener hears a speech while it is being made and stored, and a slow listener delays nobody.',
  },
  {
    id: 'voice.speak.broken',
    behaviour: 'A speech that breaks off ends as a broken response, and is neither stored nor metered.',
  },
  {
    id: 'voice.speak.cancelled',
    behaviour: 'A listener who leaves stops the provider, unless others wait for the same speech.',
  },
  {
    id: 'voice.speak.message',
    behaviour:
      'POST /v1/voice/speak takes a message_id in place of text: a message of a thread that the subject may see, else 404.',
  },
  {
    id: 'voice.upload.admitted',
    behaviour:
      'Credential, rate, switch, provider, size and places are checked before an upload is read; a client that expects 100 Continue sends nothing before.',
  },
  {
    id: 'voice.upload.pace',
    behaviour: 'An upload may take a quarter of an hour; one that makes no progress is 408 request_timeout.',
  },
  {
    id: 'voice.upload.places',
    behaviour: 'A workspace and a process have a bounded number of uploads at once; more are refused.',
  },
  {
    id: 'voice.upload.malformed',
    behaviour:
      'Another media type is 415, a body that is not whole multipart is 400 invalid_multipart, and a part that is unknown or repeated is 422.',
  },
  {
    id: 'voice.upload.memory',
    behaviour: '16 uploads of 25 MiB at once need less than 200 MB of memory.',
  },
  {
    id: 'voice.upload.removed',
    behaviour:
      'The file of an upload is readable by the process only, and is removed however the request ends; after a kill, by the next process.',
  },
  {
    id: 'voice.metered',
    behaviour:
      'Voice is metered apart from runs: a miss meters its characters, a hit nothing; usage reports characters and seconds.',
  },
  {
    id: 'voice.voices',
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
